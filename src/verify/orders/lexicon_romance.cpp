// French, Spanish, Italian and Portuguese frames. Only forms of command are listed; each language
// keeps the verbs, objects and scopes that a model is overridden with.
#include "verify/orders/checks.hpp"
#include "verify/orders/frames.hpp"

namespace verify::orders {

namespace {

constexpr Set k_romance_sets[] = {
    {"@fr_kill", "ignore|ignorez|oublie|oubliez|contourne|contournez|désobéis|désobéissez"},
    {"@fr_rule", "instructions|instruction|consignes|règles|directives|ordres|restrictions|filtres|"
                 "indications"},
    {"@fr_prev",
     "précédentes|précédents|antérieures|ci|dessus|initiales|système|système|reçues|données"},
    {"@fr_show",
     "affiche|affichez|révèle|révélez|montre|montrez|répète|répétez|donne|donnez|imprime"},
    {"@fr_free", "sans|aucune|aucun|ni|zéro"},
    {"@fr_limit",
     "restriction|restrictions|filtre|filtres|règles|règle|limites|limite|contraintes"},
    {"@es_kill", "ignora|ignore|olvida|olvide|desobedece|omite|omita|descarta|descarte"},
    {"@es_rule", "instrucciones|reglas|órdenes|directrices|indicaciones|normas|restricciones"},
    {"@es_prev",
     "anteriores|previas|previos|iniciales|sistema|arriba|dieron|dado|recibiste|recibido"},
    {"@es_show", "muestra|muestre|revela|revele|imprime|repite|enseña|dime|escribe"},
    {"@es_limit", "restricciones|límites|reglas|filtros|filtro|limitaciones|censura"},
    {"@it_kill", "ignora|ignorate|dimentica|dimenticate|scarta|disattendi"},
    {"@it_rule", "istruzioni|regole|ordini|direttive|indicazioni|comandi"},
    {"@it_prev", "precedenti|iniziali|sistema|sopra|date|ricevuto|dato|ricevute"},
    {"@it_show", "mostra|mostrami|rivela|stampa|ripeti|scrivi|dimmi"},
    {"@it_limit", "restrizioni|limiti|regole|filtri|limitazioni|censura"},
    {"@pt_kill", "ignore|ignora|esqueça|esquece|desconsidere|desconsidera|descarte|desobedeça"},
    {"@pt_rule", "instruções|regras|ordens|diretrizes|orientações|comandos"},
    {"@pt_prev", "anteriores|prévias|iniciais|sistema|acima|deram|dado|recebeu|dadas"},
    {"@pt_show", "revele|revela|mostre|mostra|imprima|repita|exiba|diga|escreva"},
    {"@pt_limit", "restrições|limites|regras|filtros|filtro|limitações|censura"},
    {"@rom_ai", "ia|inteligencia|inteligência|intelligence|intelligenza|asistente|assistente|"
                "assistant|modelo|modello|modèle|chatbot|dan|bot"},
};

using enum Strength;

constexpr Row k_romance_rows[] = {
    {k_inject_override, whole, true, "@fr_kill ~3 @fr_rule ~4 @fr_prev"},
    {k_inject_override, whole, true, "@fr_kill ?toutes vos|tes ~1 @fr_rule"},
    {k_inject_override, whole, true, "@fr_kill tout ce que ~6 dit|appris|demandé"},
    {k_inject_override, whole, true, "ne tenez|tiens pas|aucun compte ~3 @fr_rule ~3 @fr_prev"},
    {k_inject_override, whole, true, "ne suis|suivez|respecte|respectez plus|pas ~3 @fr_rule"},
    {k_inject_persona, whole, false, "tu|vous es|êtes ~5 @rom_ai ~3 @fr_free ~1 @fr_limit"},
    {k_inject_extraction, whole, true,
     "@fr_show ~4 prompt|invite|message|instructions système|initiales|secret"},
    {k_inject_extraction, whole, true, "@fr_show ~2 tes|vos instructions|consignes|règles"},
    {k_inject_conceal, whole, true,
     "ne dis|dites|mentionne|mentionnez|révèle pas|rien ~5 utilisateur|l'utilisateur"},
    {k_inject_reviewer, spoken, true,
     "donne|donnez|attribue|attribuez ~4 note|score ~3 maximale|maximal|parfaite|100"},
    {k_inject_reviewer, spoken, true,
     "ne signale|signalez|mentionne|mentionnez aucune|aucun|pas ~2 erreur|erreurs|problème"},

    {k_inject_override, whole, true, "@es_kill ~3 @es_rule ~4 @es_prev"},
    {k_inject_override, whole, true, "@es_kill ?todas tus|sus ~1 @es_rule"},
    {k_inject_override, whole, true,
     "@es_kill todo lo que ~5 dicho|dijeron|dijo|aprendido|aprendiste"},
    {k_inject_override, whole, true, "no hagas|haga caso ~4 @es_rule ~3 @es_prev"},
    {k_inject_override, whole, true, "no sigas|siga|obedezcas ~4 @es_rule"},
    {k_inject_persona, whole, false,
     "eres|serás|sos ~5 @rom_ai ~3 sin|ningún|ninguna ~1 @es_limit"},
    {k_inject_extraction, whole, true,
     "@es_show ~3 mensaje|prompt|instrucciones ~1 sistema|iniciales|secretas|ocultas"},
    {k_inject_extraction, whole, true, "@es_show tus|sus ~1 instrucciones|reglas"},
    {k_inject_conceal, whole, true, "no ?le ?se digas|diga|menciones|reveles ~5 usuario"},
    {k_inject_reviewer, spoken, true,
     "da|dale|asigna|otorga ~4 puntuación|nota|calificación ~2 máxima|perfecta|100|alta"},
    {k_inject_reviewer, spoken, true,
     "no menciones|reportes|informes ~2 ningún|ninguno|errores|error|problemas"},

    {k_inject_override, whole, true, "@it_kill ~3 @it_rule ~4 @it_prev"},
    {k_inject_override, whole, true, "@it_kill ?tutte le? tue|vostre ~1 @it_rule"},
    {k_inject_override, whole, true, "@it_kill tutto ~1 che ~4 detto|insegnato"},
    {k_inject_override, whole, true, "non tenere|tenete|tieni conto ~3 @it_rule ~3 @it_prev"},
    {k_inject_override, whole, true, "non seguire|seguite|obbedire ~4 @it_rule ~2 @it_prev"},
    {k_inject_persona, whole, false,
     "sei|sarai ~5 @rom_ai ~3 senza|nessuna|nessun|né ~1 @it_limit"},
    {k_inject_extraction, whole, true,
     "@it_show ~3 prompt|messaggio|istruzioni ~2 sistema|iniziali|segrete|nascoste"},
    {k_inject_conceal, whole, true,
     "non dire|dirlo|menzionare|rivelare ~5 all'utente|utente|utenti"},
    {k_inject_reviewer, spoken, true,
     "dai|assegna|assegnate ~4 punteggio|voto ~1 massimo|pieno|100|perfetto"},
    {k_inject_reviewer, spoken, true,
     "non segnalare|menzionare|riportare ~2 errori|errore|problemi"},

    {k_inject_override, whole, true, "@pt_kill ~3 @pt_rule ~4 @pt_prev"},
    {k_inject_override, whole, true, "@pt_kill ?todas ?as suas|tuas ~1 @pt_rule"},
    {k_inject_override, whole, true, "@pt_kill tudo ~1 que ~4 dito|disseram|ensinado|aprendeu"},
    {k_inject_override, whole, true, "não siga|sigas|obedeça ~4 @pt_rule"},
    {k_inject_persona, whole, false, "é|és|será ~5 @rom_ai ~3 sem|nenhuma|nenhum ~1 @pt_limit"},
    {k_inject_extraction, whole, true,
     "@pt_show ~4 prompt|mensagem|instruções ~1 sistema|iniciais|secretas|ocultas"},
    {k_inject_extraction, whole, true, "@pt_show ?as suas|tuas ~1 instruções|regras"},
    {k_inject_conceal, whole, true, "não diga|conte|mencione|revele ~5 usuário|utilizador"},
    {k_inject_reviewer, spoken, true,
     "dê|atribua|atribui ~4 nota|pontuação ~1 máxima|100|perfeita"},
    {k_inject_reviewer, spoken, true, "não mencione|relate|aponte ~2 erro|erros|problemas"},
};

} // namespace

Language romance()
{
    return {k_romance_sets, k_romance_rows};
}

} // namespace verify::orders
