// What a bench has asked and heard, text by text, in a file: a bench that was interrupted goes on
// from it, and anybody decides anew from it without a server.
#pragma once

#include "base/fd.hpp"
#include "base/json.hpp"
#include "base/result.hpp"
#include "llm/edition.hpp"
#include "llm/record_parts.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

// What is measured by what; the first line of the file.
struct BenchHead {
    std::string model;
    std::string set;
    std::string set_sha256;
    std::string date; // when the bench began; the rest decides whether a file goes on
    llm::Edition edition{llm::k_prompts, llm::k_gate};
};

// One line of the file for each review: {"id", "as", "ms", "transcript"}.
class BenchLog {
public:
    // A new file, or the one that is there if it is of the same. The error: it is of another, and
    // stays as it is; with `is_anew` nothing that is there stays. Throws Fault where the folder
    // takes none.
    static base::Result<BenchLog, std::string> resume(const std::string& path,
                                                      const BenchHead& head, bool is_anew);
    // A whole file, to which nothing is added, of the model that it names. The error is a plain
    // sentence.
    static base::Result<BenchLog, std::string> replay(const std::string& path,
                                                      const BenchHead& head);

    // As it was when the bench began.
    [[nodiscard]] const BenchHead& head() const { return m_head; }
    [[nodiscard]] bool is_replay() const { return !m_file.is_open(); }
    [[nodiscard]] bool is_used_up() const { return m_next == m_kept.size(); }
    struct Kept {
        base::json::Ref transcript; // nullptr: none was kept
        std::chrono::milliseconds took{0};
    };
    // The next review that was kept. The error: it is of another text.
    base::Result<Kept, std::string> next(std::string_view id, std::string_view as);
    // On disk at once. Throws Fault.
    void add(std::string_view id, std::string_view as, const Kept& heard);

    // The file as a whole.
    [[nodiscard]] std::string sha256() const;

private:
    BenchLog() = default;
    [[nodiscard]] std::optional<std::string> read(std::string_view bytes, const BenchHead& head);

    BenchHead m_head;
    std::vector<std::string> m_kept;
    std::size_t m_next = 0;
    std::string m_bytes; // of the whole file
    base::Fd m_file;     // open where it is written
};

} // namespace cli
