import { expect, test } from "vitest";
import { decodePage } from "#server/pipeline/sources/website/charset.ts";

const latin1 = (text: string): Buffer => Buffer.from(text, "latin1");

test.each<[string, Buffer, string, string]>([
  ["UTF-8 by the header", Buffer.from("<p>Jörg"), "text/html; charset=utf-8", "<p>Jörg"],
  ["UTF-8 with nothing said", Buffer.from("<p>Jörg 株式会社"), "text/html", "<p>Jörg 株式会社"],
  [
    "UTF-8 with its mark, whatever the header",
    Buffer.from("\ufeff<p>Jörg"),
    "text/html; charset=iso-8859-1",
    "<p>Jörg",
  ],
  ["latin-1 by the header", latin1("<p>Jörg"), "text/html; charset=ISO-8859-1", "<p>Jörg"],
  [
    "latin-1 by its meta",
    latin1('<meta charset="iso-8859-1"><p>Jörg'),
    "text/html",
    '<meta charset="iso-8859-1"><p>Jörg',
  ],
  [
    "latin-1 by its old meta",
    latin1("<META HTTP-EQUIV=Content-Type CONTENT='text/html; charset=latin1'>Jörg"),
    "",
    "<META HTTP-EQUIV=Content-Type CONTENT='text/html; charset=latin1'>Jörg",
  ],
  ["latin-1 with nothing said", latin1("<p>Jörg"), "text/html", "<p>Jörg"],
  ["latin-1 that calls itself UTF-8", latin1("<p>Jörg"), "text/html; charset=utf-8", "<p>Jörg"],
  ["windows-1252 quotes", Buffer.from([0x93, 0x41, 0x94, 0x80]), "text/html", "“A”€"],
  ["Shift_JIS by the header", Buffer.from([0x93, 0xfa, 0x96, 0x7b]), "text/html; charset=Shift_JIS", "日本"],
  ["windows-1251 by the header", Buffer.from([0xc8, 0xe2, 0xe0, 0xed]), "text/html;charset=windows-1251", "Иван"],
  ["UTF-16 by its mark", Buffer.from("\ufeffJörg", "utf16le"), "text/html", "Jörg"],
  [
    "XHTML by its declaration",
    latin1('<?xml version="1.0" encoding="iso-8859-1"?>ö'),
    "",
    '<?xml version="1.0" encoding="iso-8859-1"?>ö',
  ],
  ["a very long header that says nothing", Buffer.from("<p>Jörg"), `charset=${" ".repeat(1_000_000)};`, "<p>Jörg"],
  ["a label that nobody knows", Buffer.from("<p>Jörg"), "text/html; charset=klingon", "<p>Jörg"],
  ["a meta of UTF-16 in what is none", Buffer.from('<meta charset="utf-16">ö'), "", '<meta charset="utf-16">ö'],
  ["nothing", Buffer.alloc(0), "text/html", ""],
])("%s", (_name, body, contentType, text) => {
  expect(decodePage(body, contentType)).toBe(text);
});
