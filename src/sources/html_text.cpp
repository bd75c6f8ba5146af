#include "sources/html_text.hpp"

#include "base/ascii.hpp"

#include <gumbo.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

namespace sources {

namespace {

constexpr std::size_t k_longest_title = 300;
constexpr std::size_t k_longest_date = 40;
constexpr std::size_t k_block = std::size_t{1} << 20U;

// The parser's memory, given back all at once: its own way back is recursive, and a page chooses
// how deep that is.
class Arena {
public:
    static void* take(void* arena, std::size_t size)
    {
        return static_cast<Arena*>(arena)->give(size);
    }
    static void leave(void*, void*) {}

private:
    void* give(std::size_t size)
    {
        constexpr std::size_t k_aligned = alignof(std::max_align_t);
        size = (size + k_aligned - 1) / k_aligned * k_aligned;
        if (size > k_block / 4) return add(size);
        if (size > m_left) {
            m_next = add(k_block);
            m_left = k_block;
        }
        char* out = m_next;
        m_next += size;
        m_left -= size;
        return out;
    }

    char* add(std::size_t size)
    {
        m_blocks.push_back(std::make_unique<char[]>(size));
        return m_blocks.back().get();
    }

    std::vector<std::unique_ptr<char[]>> m_blocks;
    char* m_next = nullptr;
    std::size_t m_left = 0;
};

std::span<void* const> nodes(const GumboVector& vector)
{
    return {vector.data, vector.length};
}

std::span<void* const> children_of(const GumboNode& node)
{
    if (node.type == GUMBO_NODE_ELEMENT) return nodes(node.v.element.children);
    return node.type == GUMBO_NODE_DOCUMENT ? nodes(node.v.document.children)
                                            : std::span<void* const>{};
}

const GumboNode& as_node(const void* pointer)
{
    return *static_cast<const GumboNode*>(pointer);
}

bool is(const GumboNode& node, GumboTag tag)
{
    return node.type == GUMBO_NODE_ELEMENT && node.v.element.tag == tag;
}

// Empty when it has no such attribute, or an empty one.
std::string_view attribute(const GumboNode& node, const char* name)
{
    const GumboAttribute* found = gumbo_get_attribute(&node.v.element.attributes, name);
    return found == nullptr ? std::string_view{} : std::string_view{found->value};
}

std::string without_blanks(std::string_view text)
{
    std::string out;
    for (const char c : text)
        if (c != ' ' && c != '\t' && c != '\n') out += base::to_lower(c);
    return out;
}

bool is_hidden(const GumboNode& node)
{
    if (gumbo_get_attribute(&node.v.element.attributes, "hidden") != nullptr) return true;
    if (attribute(node, "aria-hidden") == "true") return true;
    const auto style = attribute(node, "style");
    if (style.empty()) return false;
    const auto bare = without_blanks(style);
    return bare.find("display:none") != std::string::npos ||
           bare.find("visibility:hidden") != std::string::npos;
}

// Never part of what is read.
bool is_left_out(GumboTag tag)
{
    constexpr GumboTag k_tags[] = {GUMBO_TAG_SCRIPT,   GUMBO_TAG_STYLE,  GUMBO_TAG_NOSCRIPT,
                                   GUMBO_TAG_TEMPLATE, GUMBO_TAG_BUTTON, GUMBO_TAG_SELECT,
                                   GUMBO_TAG_TEXTAREA, GUMBO_TAG_SVG,    GUMBO_TAG_MATH,
                                   GUMBO_TAG_IFRAME,   GUMBO_TAG_OBJECT, GUMBO_TAG_HEAD,
                                   GUMBO_TAG_NAV,      GUMBO_TAG_CANVAS, GUMBO_TAG_AUDIO,
                                   GUMBO_TAG_VIDEO,    GUMBO_TAG_MENU};
    return std::ranges::find(k_tags, tag) != std::end(k_tags);
}

// Whether the tag is a frame of the page, not of an article in it.
bool is_frame(GumboTag tag)
{
    return tag == GUMBO_TAG_HEADER || tag == GUMBO_TAG_FOOTER || tag == GUMBO_TAG_ASIDE;
}

bool is_block(GumboTag tag)
{
    constexpr GumboTag k_inline[] = {
        GUMBO_TAG_A,    GUMBO_TAG_ABBR, GUMBO_TAG_B,      GUMBO_TAG_BDI,  GUMBO_TAG_BDO,
        GUMBO_TAG_CITE, GUMBO_TAG_CODE, GUMBO_TAG_DATA,   GUMBO_TAG_DFN,  GUMBO_TAG_EM,
        GUMBO_TAG_FONT, GUMBO_TAG_I,    GUMBO_TAG_IMG,    GUMBO_TAG_INS,  GUMBO_TAG_KBD,
        GUMBO_TAG_MARK, GUMBO_TAG_Q,    GUMBO_TAG_S,      GUMBO_TAG_SAMP, GUMBO_TAG_SMALL,
        GUMBO_TAG_SPAN, GUMBO_TAG_SUB,  GUMBO_TAG_SUP,    GUMBO_TAG_TIME, GUMBO_TAG_U,
        GUMBO_TAG_VAR,  GUMBO_TAG_WBR,  GUMBO_TAG_STRONG, GUMBO_TAG_DEL};
    return std::ranges::find(k_inline, tag) == std::end(k_inline);
}

// Words with single blanks; breaks asked for between them are put when words follow.
class Writer {
public:
    void text(std::string_view text)
    {
        for (const char c : text) {
            if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f') {
                m_blank = true;
                continue;
            }
            if (m_breaks > 0 && !m_out.empty())
                m_out.append(static_cast<std::size_t>(m_breaks), '\n');
            else if (m_blank && !m_out.empty() && m_breaks == 0)
                m_out += ' ';
            if (!m_mark.empty()) m_out += m_mark;
            m_breaks = 0;
            m_blank = false;
            m_mark = {};
            m_out += c;
        }
    }

    void lines(int count) { m_breaks = std::max(m_breaks, count); }
    // Before the next words.
    void mark(std::string_view text) { m_mark = text; }

    std::string take() { return std::move(m_out); }

private:
    std::string m_out;
    std::string_view m_mark;
    int m_breaks = 0;
    bool m_blank = false;
};

std::string cut(std::string text, std::size_t longest)
{
    if (text.size() <= longest) return text;
    while (longest > 0 && (static_cast<unsigned char>(text[longest]) >> 6U) == 2) --longest;
    text.resize(longest);
    return text;
}

class Reader {
public:
    explicit Reader(const GumboNode& root)
    {
        survey(root);
        read(m_main != nullptr ? *m_main : root);
        m_result.text = m_writer.take();
        m_result.title = cut(m_title.take(), k_longest_title);
    }

    HtmlText take() { return std::move(m_result); }

private:
    // Title, date, and where the page's own matter is.
    void survey(const GumboNode& root)
    {
        std::vector<const GumboNode*> waiting{&root};
        std::size_t articles = 0;
        const GumboNode* article = nullptr;
        while (!waiting.empty()) {
            const GumboNode& node = *waiting.back();
            waiting.pop_back();
            if (node.type == GUMBO_NODE_ELEMENT) {
                look_at_head(node);
                if (is(node, GUMBO_TAG_MAIN) && m_main == nullptr) m_main = &node;
                if (is(node, GUMBO_TAG_ARTICLE) && ++articles == 1) article = &node;
            }
            const auto below = children_of(node);
            for (std::size_t i = below.size(); i > 0; --i)
                waiting.push_back(&as_node(below[i - 1]));
        }
        if (m_main == nullptr && articles == 1) m_main = article;
    }

    void look_at_head(const GumboNode& node)
    {
        if (is(node, GUMBO_TAG_TITLE) && !m_has_title) {
            m_has_title = true;
            for (const void* child : children_of(node))
                if (as_node(child).type == GUMBO_NODE_TEXT)
                    m_title.text(as_node(child).v.text.text);
        }
        if (!m_result.published.empty()) return;
        if (is(node, GUMBO_TAG_META) &&
            (attribute(node, "property") == "article:published_time" ||
             attribute(node, "name") == "date" || attribute(node, "name") == "dcterms.date"))
            m_result.published = cut(std::string{attribute(node, "content")}, k_longest_date);
        else if (is(node, GUMBO_TAG_TIME))
            m_result.published = cut(std::string{attribute(node, "datetime")}, k_longest_date);
    }

    // An element is on the stack twice: to go into, and to leave.
    struct Step {
        const GumboNode* node;
        bool leaves = false;
    };

    void read(const GumboNode& root)
    {
        std::vector<Step> steps{{&root}};
        while (!steps.empty()) {
            const auto [node, leaves] = steps.back();
            steps.pop_back();
            if (leaves)
                leave(node->v.element.tag);
            else if (node->type == GUMBO_NODE_TEXT || node->type == GUMBO_NODE_WHITESPACE ||
                     node->type == GUMBO_NODE_CDATA)
                m_writer.text(node->v.text.text);
            else if (node->type != GUMBO_NODE_ELEMENT || enter(*node)) {
                if (node->type == GUMBO_NODE_ELEMENT) steps.push_back({node, true});
                const auto below = children_of(*node);
                for (std::size_t i = below.size(); i > 0; --i)
                    steps.push_back({&as_node(below[i - 1])});
            }
        }
    }

    // False: nothing in it is read.
    bool enter(const GumboNode& node)
    {
        const GumboTag tag = node.v.element.tag;
        if (is_left_out(tag) || is_hidden(node)) return false;
        if (is_frame(tag) && m_main == nullptr && m_articles == 0) return false;
        if (tag == GUMBO_TAG_ARTICLE) ++m_articles;
        if (tag == GUMBO_TAG_BR) m_writer.lines(1);
        if (tag == GUMBO_TAG_TD || tag == GUMBO_TAG_TH) {
            if (m_cells++ > 0) m_writer.mark("| ");
            m_writer.text(" ");
            return true;
        }
        if (tag == GUMBO_TAG_TR) m_cells = 0;
        if (is_block(tag)) m_writer.lines(is_line(tag) ? 1 : 2);
        if (tag == GUMBO_TAG_LI) m_writer.mark("- ");
        return true;
    }

    void leave(GumboTag tag)
    {
        if (tag == GUMBO_TAG_ARTICLE) --m_articles;
        if (tag == GUMBO_TAG_TD || tag == GUMBO_TAG_TH || !is_block(tag)) return;
        m_writer.lines(is_line(tag) ? 1 : 2);
    }

    static bool is_line(GumboTag tag)
    {
        return tag == GUMBO_TAG_LI || tag == GUMBO_TAG_TR || tag == GUMBO_TAG_BR ||
               tag == GUMBO_TAG_DT || tag == GUMBO_TAG_DD;
    }

    HtmlText m_result;
    Writer m_writer;
    Writer m_title;
    const GumboNode* m_main = nullptr;
    std::size_t m_articles = 0;
    std::size_t m_cells = 0;
    bool m_has_title = false;
};

} // namespace

HtmlText html_text(std::string_view html)
{
    Arena arena;
    GumboOptions options = kGumboDefaultOptions;
    options.allocator = &Arena::take;
    options.deallocator = &Arena::leave;
    options.userdata = &arena;
    options.max_errors = 0;
    const GumboOutput* output = gumbo_parse_with_options(&options, html.data(), html.size());
    return Reader{*output->root}.take();
}

} // namespace sources
