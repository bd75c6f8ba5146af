// The form of the table of words that the build makes of WordNet's files: what its maker writes and
// WordNet reads.
//
// Little-endian 32-bit numbers: k_magic, the counts of Header; then for each word, sorted by bytes,
// where it begins in the pool (and the end); its flags; where its links begin (and the end); all
// links; and the pool.
#pragma once

#include <cstdint>

namespace reading::wordnet {

inline constexpr std::uint32_t k_magic = 0x314e5741; // "AWN1"

struct Header {
    std::uint32_t magic = k_magic;
    std::uint32_t words = 0;
    std::uint32_t links = 0;
    std::uint32_t pool = 0; // bytes
};

// What a word can be; `chiefly_` of the kind that texts use it as most often.
enum Flag : std::uint32_t {
    k_noun = 1U << 0,
    k_verb = 1U << 1,
    k_adjective = 1U << 2,
    k_adverb = 1U << 3,
    k_chiefly_noun = 1U << 4,
    k_chiefly_verb = 1U << 5,
    k_chiefly_adjective = 1U << 6,
    k_chiefly_adverb = 1U << 7,
    k_person = 1U << 8, // its first meaning as a noun is a person
    k_place = 1U << 9,  // the name of a place on Earth
    k_event = 1U << 10, // its first meaning as a noun is something that happens
    k_body = 1U << 11,  // a meaning as a noun is a person, people acting together, or a place
};

// A link is its target shifted by k_link_bits, and one of these. Of likeness: hundredths.
inline constexpr unsigned k_link_bits = 8;
enum Link : std::uint32_t {
    k_opposite = 0,
    k_form_of_noun = 1, // an irregular form, of the word
    k_form_of_verb = 2,
    k_form_of_adjective = 3,
    k_form_of_adverb = 4,
    k_wider = 50,  // a verb, and the verb that says less
    k_second = 75, // one meaning, the second of one of them
    k_derived = 85,
    k_same = 90, // one meaning, the first of both
};

} // namespace reading::wordnet
