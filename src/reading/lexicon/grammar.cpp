// Words of the closed classes, which say how words stand together.
#include "reading/lexicon/rows.hpp"

namespace reading::lexicon {

namespace {

using enum WordSet;

constexpr Row k_grammar_rows[] = {
    {article, "en", "determiners that name nothing", "a,an,the"},
    {indefinite, "en", "determiners of one that was not named before", "a,an"},
    {possessive, "en", "determiners that point to an owner", "its,their,our,his,her,my,your"},
    {demonstrative, "en", "determiners and pronouns that point", "this,that,these,those"},
    {personal, "en", "pronouns that can be a subject", "i,you,he,she,it,we,they"},
    {relative, "en", "pronouns that open a clause about what stands before them",
     "which,who,whom,whose,that"},
    {asks, "en", "adverbs and pronouns that ask", "what,where,when,why,how"},
    {copula, "en", "forms of to be that a clause can have as its verb", "is,are,was,were"},
    {be, "en", "the other forms of it", "be,been,being"},
    {have, "en", "forms of to have that a clause can have as its verb", "has,have,had"},
    {does, "en", "forms of to do that a clause can have as its verb", "do,does,did"},
    {may, "en", "modal verbs of what could be", "would,could,might,may,should"},
    {must, "en", "modal verbs of what is due or can be done", "must,can"},
    {will, "en", "modal verbs of the future", "will,shall"},
    {not_so, "en", "adverbs of denial", "not,never,cannot"},
    {denies, "en", "verbs that hold one",
     "n't,isn't,wasn't,aren't,weren't,doesn't,don't,didn't,can't,won't,hasn't,haven't,hadn't,"
     "couldn't,wouldn't,shouldn't,won't"},
    {denies_cut, "en", "the verbs of a denial whose end was parted from them",
     "didn,doesn,wasn,isn,weren,aren,hasn,hadn,haven,don,couldn,wouldn"},
    {none, "en", "determiners and pronouns of nothing", "no,none,nobody,nothing"},
    {no, "en", "its determiners alone", "no,none"},
    {nor, "en", "conjunctions of two denials", "neither,nor"},
    {supposes, "en", "conjunctions of a condition", "if,unless,whether"},
    {supposes, "de", "the same", "falls,wenn,sofern,ob"},
    {supposes, "fr", "the same", "si"},
    {excepts, "en", "prepositions of an exception", "except,excluding,without,besides,apart"},
    {contrasts, "en", "conjunctions and adverbs of a contrast",
     "but,while,whereas,although,though,however"},
    {explains, "en", "conjunctions of a reason", "because,since"},
    {joins, "en", "conjunctions of a list", "and,or"},
    {all, "en", "determiners of a whole", "all,both"},
    {every, "en", "determiners of each part of it", "each,every"},
    {everybody, "en", "pronouns of all persons", "everyone,everybody"},
    {some, "en", "determiners of a number without a value", "some,many,most,few,several,various"},
    {examples, "en", "adjectives and nouns of what stands for more",
     "such,like,example,instance,e.g,especially,notably"},
    {others, "en", "determiners of what is left", "other,others,another"},
    {place_prep, "en", "prepositions of where and when", "in,on,at"},
    {role_prep, "en", "prepositions of what takes part, and how", "of,for,by,with"},
    {way_prep, "en", "prepositions of where something comes from or goes to", "from,to"},
    {between_prep, "en", "prepositions of what lies around or amid",
     "between,among,amongst,across,within,during,through,into,onto,via,along"},
};

} // namespace

std::span<const Row> grammar_rows()
{
    return k_grammar_rows;
}

} // namespace reading::lexicon
