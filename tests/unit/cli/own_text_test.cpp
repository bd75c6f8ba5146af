// Files that an operator names, in whatever form: text in any encoding, PDF, DOCX, or none of it.
#include "cli/own_sources.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "cli/document_text.hpp"
#include "support/quiet_output.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <sys/stat.h>

#include <cstdlib>
#include <fstream>
#include <thread>
#include <vector>

namespace {

constexpr std::size_t k_most = 10'000;

// One page that says `text`, written as the format's standard asks (ISO 32000-1, 7.5).
std::string pdf_of(std::string_view text)
{
    const auto stream = base::concat("BT /F1 12 Tf 72 720 Td (", text, ") Tj ET");
    const std::vector<std::string> objects{
        "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        "/Resources << /Font << /F1 5 0 R >> >> >>",
        base::concat("<< /Length ", stream.size(), " >>\nstream\n", stream, "\nendstream"),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"};
    std::string out = "%PDF-1.4\n";
    std::string places = "0000000000 65535 f \n";
    for (std::size_t i = 0; i < objects.size(); ++i) {
        const auto place = std::to_string(out.size());
        places += std::string(10 - place.size(), '0') + place + " 00000 n \n";
        out += base::concat(i + 1, " 0 obj\n", objects[i], "\nendobj\n");
    }
    const auto table = out.size();
    return base::concat(out, "xref\n0 6\n", places,
                        "trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n", table, "\n%%EOF\n");
}

class OwnTextTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(OwnTextTest);
    CPPUNIT_TEST(what_is_no_text_is_refused);
    CPPUNIT_TEST(a_program_that_is_missing_is_named_with_its_package);
    CPPUNIT_TEST(a_document_that_cannot_be_read_is_refused);
    CPPUNIT_TEST(text_is_read_in_its_encoding);
    CPPUNIT_TEST(a_pipe_is_read_from_its_beginning);
    CPPUNIT_TEST(a_pdf_is_read);
    CPPUNIT_TEST(a_docx_is_read);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir folder;
    std::string m_err;

    std::string file(std::string_view name, std::string_view bytes)
    {
        std::string path = folder.file(std::string{name});
        base::replace_file(path, bytes, 0644);
        return path;
    }

    base::Result<std::string, std::string> text_of(std::string_view name, std::string_view bytes)
    {
        const auto path = file(name, bytes);
        const support::QuietOutput quiet;
        auto out = cli::own_text(path, k_most);
        m_err = quiet.err();
        return out;
    }

    std::string error_of(std::string_view name, std::string_view bytes)
    {
        const auto text = text_of(name, bytes);
        return text ? std::string{} : text.error();
    }

public:
    void what_is_no_text_is_refused()
    {
        using namespace std::string_view_literals;
        for (const auto bytes : {"\xff\xd8\xff\xe0\x00\x10JFIF\x00"sv,
                                 "\x7f"
                                 "ELF\x02\x01\x01\x00\xff"sv,
                                 "\x1f\x8b\x08\x00\xff\xff"sv, "PK\x03\x04\xff\x00 a zip"sv})
            CPPUNIT_ASSERT(error_of("picture", bytes).ends_with("picture is not text"));
        CPPUNIT_ASSERT_THROW(static_cast<void>(cli::own_text(folder.file("missing"), k_most)),
                             base::Fault);
        CPPUNIT_ASSERT_THROW(static_cast<void>(text_of("long", std::string(k_most + 1, 'a'))),
                             base::Fault);
    }

    void a_program_that_is_missing_is_named_with_its_package()
    {
        const std::string path = std::getenv("PATH");
        ::setenv("PATH", folder.path().c_str(), 1);
        const auto told = error_of("report.pdf", pdf_of("x"));
        ::setenv("PATH", path.c_str(), 1);
        CPPUNIT_ASSERT_MESSAGE(
            told, told.ends_with("report.pdf is a PDF, which pdftotext reads: apt install "
                                 "poppler-utils"));
    }

    void a_document_that_cannot_be_read_is_refused()
    {
        CPPUNIT_ASSERT(error_of("bad.pdf", "%PDF-1.4\nnothing of the kind").find("cannot read") !=
                       std::string::npos);
        CPPUNIT_ASSERT(error_of("scan.pdf", pdf_of("")).find("without text") != std::string::npos);
        CPPUNIT_ASSERT(error_of("bad.docx", "PK\x03\x04 word/document.xml").find("a DOCX") !=
                       std::string::npos);
    }

    void text_is_read_in_its_encoding()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"Tür"}, *text_of("utf8", "Tür"));
        CPPUNIT_ASSERT(m_err.empty());
        CPPUNIT_ASSERT_EQUAL(std::string{"Tür, 5 €"}, *text_of("latin", "T\xfcr, 5 \x80"));
        CPPUNIT_ASSERT_MESSAGE(m_err, m_err.find("latin is not UTF-8") != std::string::npos);
        using namespace std::string_view_literals;
        CPPUNIT_ASSERT_EQUAL(std::string{"Tü"}, *text_of("wide", "\xff\xfeT\x00\xfc\x00"sv));
    }

    void a_pipe_is_read_from_its_beginning()
    {
        const auto path = folder.file("pipe");
        CPPUNIT_ASSERT_EQUAL(0, ::mkfifo(path.c_str(), 0600));
        const std::jthread writer{[&] { std::ofstream{path} << "The sum of 4 and 8 is 12."; }};
        CPPUNIT_ASSERT_EQUAL(std::string{"The sum of 4 and 8 is 12."},
                             *cli::own_text(path, k_most));
    }

    void a_pdf_is_read()
    {
        const auto text = text_of("report.pdf", pdf_of("The sum of 4 and 8 is 12."));
        CPPUNIT_ASSERT_MESSAGE(text ? "" : text.error(), text.has_value());
        CPPUNIT_ASSERT(text->starts_with("The sum of 4 and 8 is 12."));
    }

    void a_docx_is_read()
    {
        const auto path = folder.file("-report.docx");
        const auto script = base::concat(
            "python3 -c \"import sys, zipfile\n"
            "z = zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED)\n"
            "z.writestr('word/document.xml', '<w:document><w:body><w:p><w:r><w:t>The sum of 4 and "
            "8 is 12.</w:t></w:r></w:p></w:body></w:document>')\n"
            "z.close()\" ",
            path);
        CPPUNIT_ASSERT_EQUAL(0, std::system(script.c_str()));
        const auto text = cli::own_text(path, k_most);
        CPPUNIT_ASSERT_MESSAGE(text ? "" : text.error(), text.has_value());
        CPPUNIT_ASSERT(text->find("The sum of 4 and 8 is 12.") != std::string::npos);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(OwnTextTest);

} // namespace
