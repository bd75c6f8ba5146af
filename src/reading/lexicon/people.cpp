// Words for people who are meant, and for what is said or thought.
#include "reading/lexicon/rows.hpp"

namespace reading::lexicon {

namespace {

using enum WordSet;

constexpr Row k_people_rows[] = {
    {people, "en", "nouns of persons who are counted one by one",
     "people,persons,students,employees,users,customers,voters,members,children,adults,workers,"
     "men,women,residents,teachers,households,citizens,attendees,passengers,staff,players,"
     "doctors,nurses,engineers,girls,boys,soldiers,civilians,raters"},
    {subject, "en", "nouns of persons in a study",
     "participants,patients,volunteers,respondents,subjects"},
    {kin, "en", "nouns of a family",
     "wife,husband,son,sons,daughter,daughters,father,mother,uncle,brother,sister,child,"
     "children,widow,parents,friend,aunt,nephew,niece,couple"},
    {says, "en", "verbs of saying, and their source",
     "said,say,says,claimed,claims,reported,according"},
    {answers, "en", "verbs of what persons do who are asked",
     "said,say,answered,agreed,agree,agrees,voted,chose,chosen,preferred,prefer,reported,"
     "replied,responded,named,disagreed,recommend,rated,ticked,attended,participated,passed,"
     "failed,completed,recovered,survived"},
    {thinks, "en", "verbs of holding something true",
     "thought,think,thinks,believe,believed,believes,felt,feel,wanted,want,assumes"},
    {so, "en", "adverbs and verbs that draw a conclusion", "so,therefore,thus,hence,then"},
};

} // namespace

std::span<const Row> people_rows()
{
    return k_people_rows;
}

} // namespace reading::lexicon
