#include "correlate/cross_products.hpp"

#include <unsupported/Eigen/FFT>

#include <algorithm>
#include <bit>

namespace correlate {

struct CrossProducts::Transform {
    Eigen::FFT<double> fft;
    std::vector<std::complex<double>> spectrum;
};

CrossProducts::CrossProducts(Series first, std::size_t most)
    : m_transform{std::make_unique<Transform>()}, m_most{most},
      // Room behind the series, so that no shift wraps around.
      m_buffer(std::bit_ceil(first.size() + most))
{
    std::copy(first.begin(), first.end(), m_buffer.begin());
    m_transform->fft.fwd(m_first, m_buffer);
    for (auto& each : m_first) each = std::conj(each);
}

CrossProducts::~CrossProducts() = default;

void CrossProducts::transform_product()
{
    auto& spectrum = m_transform->spectrum;
    m_transform->fft.fwd(spectrum, m_buffer);
    for (std::size_t i = 0; i < spectrum.size(); ++i) spectrum[i] *= m_first[i];
    m_transform->fft.inv(m_buffer, spectrum);
}

std::vector<double> CrossProducts::with(Series second)
{
    return with_both(second, {}).first;
}

std::pair<std::vector<double>, std::vector<double>> CrossProducts::with_both(Series one,
                                                                             Series other)
{
    std::fill(m_buffer.begin(), m_buffer.end(), 0.0);
    for (std::size_t i = 0; i < one.size(); ++i)
        m_buffer[i] = {one[i], i < other.size() ? other[i] : 0.0};
    transform_product();
    std::vector<double> of_one;
    std::vector<double> of_other;
    for (std::size_t i = 0; i <= 2 * m_most; ++i) {
        const std::size_t at = i >= m_most ? i - m_most : m_buffer.size() - (m_most - i);
        of_one.push_back(m_buffer[at].real());
        of_other.push_back(m_buffer[at].imag());
    }
    return {std::move(of_one), std::move(of_other)};
}

} // namespace correlate
