// Chinese and Japanese frames: pieces in their order with few bytes between, since these languages
// are written without blanks.
#include "verify/orders/checks.hpp"
#include "verify/orders/frames.hpp"

namespace verify::orders {

namespace {

// Bytes of other signs between two pieces: about twelve characters.
constexpr std::size_t k_gap = 36;

struct Pieces {
    CheckRef check;
    Strength strength;
    std::string_view first; // alternatives divided by '|'
    std::string_view second;
    std::string_view third; // empty when two are enough
};

using enum Strength;

constexpr Pieces k_pieces[] = {
    {k_inject_override, whole, "忽略|无视|無視|忘记|忘掉|忘記|不要理会|不要遵守|不要遵循|抛弃",
     "之前|以前|上面|先前|前面|以上|原有|系统|系統|上述|你的|您的|此前",
     "指令|指示|命令|提示|规则|規則|限制|约束|设定"},
    {k_inject_persona, whole, "你是|您是|你现在是|成为|扮演",
     "没有任何限制|不受限制|无限制|没有限制|不受任何|没有任何规则", "人工智能|AI|助手|模型|机器人"},
    {k_inject_persona, whole, "你是|你现在是|扮演", "人工智能|AI|助手|模型|DAN",
     "没有任何限制|不受限制|无限制|没有限制|不受任何"},
    {k_inject_extraction, whole, "输出|显示|告诉我|打印|展示|泄露|重复",
     "系统提示|系统指令|初始指令|系统消息|隐藏的指令|你的提示词", ""},
    {k_inject_extraction, whole, "输出|显示|告诉我|打印|展示|重复", "你的|您的",
     "初始指令|提示词|系统提示|原始指令"},
    {k_inject_reviewer, whole, "审核|评审|评分|评估|审阅|检查", "给出|判定|返回|标记|打",
     "满分|通过|100|已验证|最高分"},
    // The form of a call: a role with a colon, things of a user, an address outside.
    {k_inject_tool, whole, "系统：|系统:|助手：|助手:|AI：|AI:|模型：|模型:|智能体：",
     "用户|对话|聊天|密码|密钥|提示词", "http"},
    {k_inject_tool, whole, "AI助手|AI模型|语言模型", "回答中|回复中|摘要中|总结中", "http"},
    {k_inject_conceal, whole, "不要告诉|别告诉|不得告知|不要向", "用户|使用者", ""},
    {k_inject_override, whole, "これまで|以前|上記|今まで|前|すべて|全て|元",
     "指示|命令|指令|ルール|プロンプト|制約|設定",
     "無視して|無視しろ|無視せよ|忘れて|忘れろ|無効にして|従わないで"},
    {k_inject_persona, whole, "あなたは|君は|お前は",
     "制限のない|制約のない|無制限の|ルールのない|フィルターのない",
     "AI|人工知能|アシスタント|モデル"},
    {k_inject_extraction, whole, "システムプロンプト|システムメッセージ|初期指示|最初の指示",
     "表示して|出力して|教えて|見せて|表示せよ|出力せよ", ""},
    {k_inject_reviewer, whole, "評価者|審査|レビュー|採点|AI", "満点|合格|最高点|検証済み|100点",
     "つけて|付けて|与えて|して|返して|出して"},
    {k_inject_conceal, whole, "ユーザーに|利用者に",
     "言わないで|伝えないで|教えないで|知らせないで", ""},
};

struct Found {
    std::size_t begin = std::string_view::npos;
    std::size_t end = 0;
};

// The alternative that begins first in [from, to).
Found find_any(std::string_view text, std::string_view alternatives, std::size_t from,
               std::size_t to)
{
    Found out;
    const std::string_view window = text.substr(0, std::min(to, text.size()));
    while (!alternatives.empty()) {
        const std::size_t bar = std::min(alternatives.find('|'), alternatives.size());
        const std::string_view word = alternatives.substr(0, bar);
        alternatives.remove_prefix(std::min(bar + 1, alternatives.size()));
        const std::size_t at = window.find(word, from);
        if (at < out.begin) out = {at, at + word.size()};
    }
    return out;
}

// "他忽略了": a person did it, none is told to.
bool is_told_of(std::string_view text, std::size_t begin, std::size_t end)
{
    constexpr std::string_view k_done[] = {"了", "过", "過"};
    constexpr std::string_view k_others[] = {"他", "她", "们", "我", "者"};
    for (const auto done : k_done)
        if (text.substr(end).starts_with(done)) return true;
    for (const auto other : k_others)
        if (text.substr(0, begin).ends_with(other)) return true;
    return false;
}

bool has_sentence_end(std::string_view text)
{
    return text.find("。") != std::string_view::npos || text.find('\n') != std::string_view::npos;
}

} // namespace

std::vector<Match> find_frames_without_blanks(const layers::Layer& layer, std::size_t most)
{
    std::vector<Match> out;
    const std::string_view text = layer.text;
    for (const auto& row : k_pieces) {
        for (std::string_view rest = row.first; !rest.empty();) {
            const std::size_t bar = std::min(rest.find('|'), rest.size());
            const std::string_view word = rest.substr(0, bar);
            rest.remove_prefix(std::min(bar + 1, rest.size()));
            for (std::size_t at = text.find(word);
                 at != std::string_view::npos && out.size() < most;
                 at = text.find(word, at + word.size())) {
                std::size_t end = at + word.size();
                const Found second = find_any(text, row.second, end, end + k_gap);
                if (second.begin == std::string_view::npos || is_told_of(text, at, end)) continue;
                end = second.end;
                if (!row.third.empty()) {
                    const Found third = find_any(text, row.third, end, end + k_gap);
                    if (third.begin == std::string_view::npos) continue;
                    end = third.end;
                }
                if (has_sentence_end(text.substr(at, end - at))) continue;
                Match match;
                match.check = row.check;
                match.strength = row.strength;
                match.begin = match.sentence = static_cast<std::uint32_t>(at);
                match.end = match.sentence_end = static_cast<std::uint32_t>(end);
                match.addresses = true;
                out.push_back(match);
            }
        }
    }
    return out;
}

} // namespace verify::orders
