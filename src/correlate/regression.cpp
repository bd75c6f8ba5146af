#include "correlate/regression.hpp"

#include <cmath>

namespace correlate {

std::optional<Fit> least_squares(const Eigen::MatrixXd& design, const Eigen::VectorXd& response)
{
    if (design.rows() <= design.cols()) return std::nullopt;
    const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> decomposition{design};
    if (decomposition.rank() < design.cols()) return std::nullopt;
    Fit fit;
    fit.coefficients = decomposition.solve(response);
    fit.residual_squares = (response - design * fit.coefficients).squaredNorm();
    fit.df = static_cast<double>(design.rows() - design.cols());
    const Eigen::MatrixXd products = design.transpose() * design;
    const Eigen::VectorXd first = Eigen::VectorXd::Unit(design.cols(), 0);
    const double variance = fit.residual_squares / fit.df * products.ldlt().solve(first)(0);
    fit.t_first = variance > 0 ? fit.coefficients(0) / std::sqrt(variance) : 0;
    return fit;
}

} // namespace correlate
