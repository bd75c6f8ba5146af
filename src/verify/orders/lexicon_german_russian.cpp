// German and Russian frames. Only forms of command are listed.
#include "verify/orders/checks.hpp"
#include "verify/orders/frames.hpp"

namespace verify::orders {

namespace {

constexpr Set k_german_russian_sets[] = {
    {"@de_kill", "ignoriere|ignorieren|ignoriert|vergiss|vergesst|missachte|missachten|umgehe|"
                 "verwirf|überschreibe|übergehe"},
    {"@de_rule",
     "anweisungen|anweisung|instruktionen|befehle|regeln|vorgaben|richtlinien|anordnungen|"
     "systemprompt|systemanweisungen|beschränkungen|vorschriften"},
    {"@de_prev", "vorherigen|vorigen|bisherigen|früheren|obigen|vorangegangenen|vorangehenden|"
                 "ursprünglichen|alten|sämtlichen|system"},
    {"@de_show", "zeige|zeig|gib|nenne|verrate|wiederhole|drucke|offenbare|schreibe"},
    {"@de_free", "ohne|keine|keinerlei|keinen|frei"},
    {"@de_limit",
     "regeln|einschränkungen|einschränkung|beschränkungen|grenzen|filter|richtlinien|zensur"},
    {"@de_ai", "ki|assistent|chatbot|sprachmodell|modell|dan|bot"},
    {"@ru_kill",
     "игнорируй|игнорируйте|проигнорируй|проигнорируйте|забудь|забудьте|отмени|отмените|"
     "отбрось|нарушь|обойди|обойдите"},
    {"@ru_rule", "инструкции|инструкций|указания|указаний|правила|правил|команды|команд|приказы|"
                 "распоряжения|ограничения|промпт"},
    {"@ru_prev", "предыдущие|прежние|предшествующие|ранние|прошлые|вышеуказанные|начальные|"
                 "исходные|системные|системный|предыдущий"},
    {"@ru_show",
     "покажи|покажите|выведи|выведите|раскрой|раскройте|повтори|повторите|напиши|назови|"
     "напечатай"},
    {"@ru_ai", "ии|ассистент|бот|чат-бот|модель|помощник|интеллект|dan"},
    {"@ru_limit", "ограничений|правил|фильтров|цензуры|запретов"},
};

using enum Strength;

constexpr Row k_german_russian_rows[] = {
    {k_inject_override, whole, true, "@de_kill ~4 @de_prev ~1 @de_rule"},
    {k_inject_override, whole, true, "@de_kill ?alle ?all deine|ihre|eure ~1 @de_rule"},
    {k_inject_override, whole, true,
     "@de_kill ~1 alles was ~5 gesagt|gelernt|beigebracht|mitgeteilt"},
    {k_inject_override, whole, true, "@de_kill ~2 @de_rule oben|zuvor|davor"},
    {k_inject_override, whole, true, "beachte|befolge|beachten|befolgen ~6 @de_rule ~1 nicht"},
    {k_inject_persona, whole, false, "du bist ~5 @de_ai ~4 @de_free ~1 @de_limit"},
    {k_inject_persona, whole, false, "bist du ~3 @de_ai ~4 @de_free ~1 @de_limit"},
    {k_inject_persona, whole, true, "antworte|antworten ~3 ohne ~1 @de_limit"},
    {k_inject_extraction, whole, true,
     "@de_show ~4 systemprompt|systemanweisungen|systemnachricht|systemprompts"},
    {k_inject_extraction, whole, true,
     "@de_show ~2 deine|ihre ~2 anweisungen|instruktionen|regeln|vorgaben"},
    {k_inject_conceal, whole, true,
     "sage|sag|verrate|erwähne|erzähle ~1 nutzer|benutzer|anwender ~3 nichts|nicht"},
    {k_inject_conceal, whole, true, "erwähne|verrate diese|dies|diesen ~2 nicht"},
    {k_inject_reviewer, spoken, true,
     "gib|vergib|vergebe|erteile ~4 note|bewertung|punktzahl ~2 100|beste|höchste|volle"},
    {k_inject_reviewer, spoken, true, "gib|vergib ~2 beste|höchste|volle note|bewertung|punktzahl"},
    {k_inject_reviewer, spoken, true,
     "bewerte|benote|beurteile ~5 beste|besten|höchsten|vollen ~1 "
     "note|bewertung|punktzahl|punkten"},
    {k_inject_reviewer, spoken, true, "melde|nenne|erwähne keine ~1 fehler|probleme|mängel"},
    {k_inject_reviewer, weak, true, "bestätige ~2 zahlung|alles"},

    {k_inject_override, whole, true, "@ru_kill ~2 @ru_prev ~1 @ru_rule"},
    {k_inject_override, whole, true, "@ru_kill ~1 все|свои|твои|ваши|всё ~2 @ru_rule"},
    {k_inject_override, whole, true, "@ru_kill все|всё что ~5 говорили|сказали|сказано|учили"},
    {k_inject_override, whole, true, "не обращай|обращайте внимания на ~2 @ru_prev ~1 @ru_rule"},
    {k_inject_override, whole, true,
     "не следуй|следуйте|выполняй|выполняйте|слушай ~3 @ru_rule|инструкциям|указаниям|правилам"},
    {k_inject_persona, whole, false, "ты|вы ~4 @ru_ai ~4 без|никаких ~1 @ru_limit"},
    {k_inject_persona, whole, true, "отвечай|отвечайте ~2 без ~1 @ru_limit"},
    {k_inject_extraction, whole, true,
     "@ru_show ~2 системный|системные|скрытые|начальные|исходные|скрытый "
     "промпт|инструкции|запрос|подсказку|сообщение"},
    {k_inject_extraction, whole, true, "@ru_show свои|твои|ваши ~1 инструкции|правила"},
    {k_inject_conceal, whole, true,
     "не говори|говорите|сообщай|сообщайте|упоминай ~3 пользователю|пользователям"},
    {k_inject_reviewer, spoken, true, "поставь|поставьте|дай|дайте ~4 оценку|балл|баллов"},
    {k_inject_reviewer, spoken, true,
     "не сообщай|сообщайте|упоминай|указывай ~2 ошибках|ошибки|проблемах"},
};

} // namespace

Language german_and_russian()
{
    return {k_german_russian_sets, k_german_russian_rows};
}

} // namespace verify::orders
