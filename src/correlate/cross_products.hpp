// Sums of products of two series at every shift at once, by the fast Fourier transform.
#pragma once

#include "correlate/association.hpp"

#include <complex>
#include <memory>
#include <vector>

namespace correlate {

// Holds the transform of the first series. Not for several threads at once.
class CrossProducts {
public:
    // For shifts of -most ... most; `most` is below the length.
    CrossProducts(Series first, std::size_t most);
    ~CrossProducts();
    CrossProducts(const CrossProducts&) = delete;
    CrossProducts& operator=(const CrossProducts&) = delete;

    // sum over t of first[t] * second[t + shift], from shift -most on: 2 most + 1 values.
    std::vector<double> with(Series second);

    // The same of two series in one transform.
    std::pair<std::vector<double>, std::vector<double>> with_both(Series one, Series other);

private:
    void transform_product(); // m_buffer becomes its products with the first series

    struct Transform;
    std::unique_ptr<Transform> m_transform;
    std::size_t m_most;
    std::vector<std::complex<double>> m_first; // conjugated
    std::vector<std::complex<double>> m_buffer;
};

} // namespace correlate
