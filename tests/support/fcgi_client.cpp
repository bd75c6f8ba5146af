#include "support/fcgi_client.hpp"

#include "base/fault.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstring>

namespace support {

namespace {

// FastCGI 1.0, section 8.
enum RecordType : unsigned char {
    k_begin_request = 1,
    k_end_request = 3,
    k_params = 4,
    k_stdin = 5,
    k_stdout = 6
};

sockaddr_un address_of(const std::string& path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    return address;
}

std::string name_value(const std::string& name, const std::string& value)
{
    std::string out;
    for (const std::string* each : {&name, &value}) {
        const auto size = static_cast<unsigned>(each->size());
        for (const unsigned shift : {24U, 16U, 8U, 0U})
            out += static_cast<char>((size >> shift) & 0xffU);
        out[out.size() - 4] =
            static_cast<char>(static_cast<unsigned char>(out[out.size() - 4]) | 0x80U);
    }
    return out + name + value;
}

void read_exactly(int descriptor, char* into, std::size_t size)
{
    while (size > 0) {
        const ssize_t got = ::read(descriptor, into, size);
        if (got <= 0) throw base::Fault{"the connection ended early"};
        into += got;
        size -= static_cast<std::size_t>(got);
    }
}

} // namespace

base::Fd listen_at(const std::string& path)
{
    base::Fd listener{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    const sockaddr_un address = address_of(path);
    if (::bind(listener.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        ::listen(listener.get(), 64) != 0)
        throw base::Fault::from_errno("listen");
    return listener;
}

FcgiClient::FcgiClient(const std::string& path)
    : m_socket{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)}
{
    const sockaddr_un address = address_of(path);
    if (::connect(m_socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        throw base::Fault::from_errno("connect");
}

void FcgiClient::send_record(unsigned char type, std::string_view content)
{
    std::string record{'\x01', static_cast<char>(type), '\0', '\x01'};
    record += static_cast<char>((content.size() >> 8U) & 0xffU);
    record += static_cast<char>(content.size() & 0xffU);
    record.append(2, '\0');
    record += content;
    // The server may have closed already; that is what some tests are about.
    static_cast<void>(::send(m_socket.get(), record.data(), record.size(), MSG_NOSIGNAL) > 0);
}

void FcgiClient::begin(const FcgiParams& params)
{
    send_record(k_begin_request, std::string_view{"\0\1\0\0\0\0\0\0", 8}); // responder, no keep
    std::string content;
    for (const auto& [name, value] : params) content += name_value(name, value);
    send_record(k_params, content);
    send_record(k_params, {});
}

void FcgiClient::send_body(std::string_view part)
{
    send_record(k_stdin, part);
}

std::string FcgiClient::answer()
{
    std::string out;
    for (;;) {
        std::array<char, 8> head{};
        read_exactly(m_socket.get(), head.data(), head.size());
        const auto byte = [&](std::size_t at) {
            return static_cast<std::size_t>(static_cast<unsigned char>(head[at]));
        };
        std::string content(byte(4) * 256 + byte(5) + byte(6), '\0');
        read_exactly(m_socket.get(), content.data(), content.size());
        if (head[1] == k_stdout) out.append(content, 0, byte(4) * 256 + byte(5));
        if (head[1] == k_end_request) return out;
    }
}

} // namespace support
