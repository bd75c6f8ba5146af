// Ordinary least squares, for the tests that are regressions.
#pragma once

#include <Eigen/Dense>

#include <optional>

namespace correlate {

struct Fit {
    Eigen::VectorXd coefficients;
    double residual_squares = 0;
    double df = 0; // rows minus columns
    // The t statistic of the first coefficient.
    double t_first = 0;
};

// nullopt when there are no more rows than columns, or columns depend on each other.
std::optional<Fit> least_squares(const Eigen::MatrixXd& design, const Eigen::VectorXd& response);

} // namespace correlate
