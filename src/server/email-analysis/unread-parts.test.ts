import { expect, test } from "vitest";
import { withoutUnreadParts } from "#server/email-analysis/unread-parts.ts";

const cut = (lines: readonly string[], end = "\r\n"): string =>
  Buffer.from(withoutUnreadParts(Buffer.from(lines.join(end))))
    .toString()
    .replaceAll(end, "\n");

const TEXT = ["Content-Type: text/plain", "", "Hello,", "--not-a-boundary", "Ann"];
const PDF = ['Content-Type: application/pdf; name="offer.pdf"', "Content-Transfer-Encoding: base64", ""];

test.each(["\r\n", "\n"])("an attachment keeps its headers and loses its content, lines ended by %j", (end) => {
  const message = ['Content-Type: multipart/mixed; boundary="x y"', "", "--x y", ...TEXT, "--x y", ...PDF];
  const last = ["--x y", "Content-Type: text/html", "", "<p>Hello</p>", "--x y--", ""];
  expect(cut([...message, "JVBERi0xLjQK", "JVBERi0xLjQK", ...last], end)).toBe([...message, ...last].join("\n"));
});

test("parts of parts are found, and a text that is attached counts as an attachment", () => {
  const message = [
    "Subject: Hi",
    "Content-Type: multipart/mixed;",
    " boundary=outer",
    "",
    "--outer",
    "Content-Type: multipart/alternative; boundary=inner",
    "",
    "--inner",
    ...TEXT,
    "--inner--",
    "--outer",
    "Content-Type: text/csv",
    "Content-Disposition: attachment; filename=a.csv",
    "",
  ];
  expect(cut([...message, "a;b", "--outer--", ""])).toBe([...message, "--outer--", ""].join("\n"));
});

test("an attachment without an end is cut to the end", () => {
  const message = ["Content-Type: multipart/mixed; boundary=x", "", "--x", ...PDF];
  expect(cut([...message, "JVBERi0xLjQK"])).toBe(`${message.join("\n")}\n`);
});

test("HTML is left out after as much plain text, and read where the plain text says little", () => {
  const of = (plain: string): string[] => [
    "Content-Type: multipart/alternative; boundary=x",
    "",
    "--x",
    "Content-Type: text/plain",
    "",
    plain,
    "--x",
    "Content-Type: text/html",
    "",
  ];
  const [html, end] = ["<p>Hello</p>", "--x--"];
  const long = of("We need forty pumps. ".repeat(30));
  expect(cut([...long, html, end])).toBe([...long, end].join("\n"));
  const short = of("Your program cannot show this.");
  expect(cut([...short, html, end])).toBe([...short, html, end].join("\n"));
});

test.each([
  ["plain text that looks like parts", ["Subject: Hi", "", "--x", ...PDF, "JVBERi0xLjQK"]],
  [
    "a message that is passed on whole",
    [
      "Content-Type: multipart/mixed; boundary=x",
      "",
      "--x",
      "Content-Type: message/rfc822",
      "",
      "From: a@b.example",
      "",
      "Hi",
      "--x--",
    ],
  ],
  ["nothing", [""]],
])("%s stays as it is", (_what, lines) => {
  expect(cut(lines)).toBe(lines.join("\n"));
});
