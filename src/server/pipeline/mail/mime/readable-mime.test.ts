import { describe, expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { MOST_LINES, MOST_PARTS, MOST_TEXT_LINES } from "#server/pipeline/mail/mime/mime-limits.ts";
import { readableMime } from "#server/pipeline/mail/mime/readable-mime.ts";

const cut = (lines: readonly string[], end = "\r\n"): string =>
  Buffer.from(readableMime(Buffer.from(lines.join(end)), { withAttachments: false }))
    .toString()
    .replaceAll(end, "\n");

const TEXT = ["Content-Type: text/plain", "", "Hello,", "--not-a-boundary", "Ann"];
const PDF = ['Content-Type: application/pdf; name="offer.pdf"', "Content-Transfer-Encoding: base64", ""];

test.each(["\r\n", "\n"])("an attachment keeps its headers and loses its content, with lines ended by %j", (end) => {
  const message = ['Content-Type: multipart/mixed; boundary="x y"', "", "--x y", ...TEXT, "--x y", ...PDF];
  const last = ["--x y", "Content-Type: text/html", "", "<p>Hello</p>", "--x y--", ""];
  expect(cut([...message, "JVBERi0xLjQK", "JVBERi0xLjQK", ...last], end)).toBe([...message, ...last].join("\n"));
});

test("nested parts are found, and an attached text counts as an attachment", () => {
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

test("HTML is dropped after enough plain text, and read where the plain text says little", () => {
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
])("%s is unchanged", (_what, lines) => {
  expect(cut(lines)).toBe(lines.join("\n"));
});

describe("in a message built to exhaust its reader", () => {
  const head = 'Subject: Hi\r\nContent-Type: multipart/mixed; boundary="x"\r\n\r\n';
  const readable = (text: string): string =>
    Buffer.from(readableMime(Buffer.from(text), { withAttachments: true })).toString("latin1");
  const count = (text: string, what: string): number => text.split(what).length - 1;

  test("reads a limited number of parts", () => {
    const part = "--x\r\nContent-Type: text/plain\r\n\r\nHi\r\n";
    const text = head + part.repeat(20_000);
    expect(count(readable(text), "--x")).toBe(MOST_PARTS);
    expect(readable(head + part.repeat(10))).toBe(head + part.repeat(10));
  });

  test("reads a limited number of parts without headers, with consecutive delimiters", () => {
    expect(count(readable(head + "--x\r\n".repeat(200_000)), "--x")).toBe(MOST_PARTS);
  });

  test("reads a limited number of lines of a text, and what comes after it", () => {
    const quotes = "> quoted\r\n".repeat(100_000);
    expect(count(readable(`Subject: Hi\r\n\r\n${quotes}`), "> quoted")).toBe(MOST_TEXT_LINES);
    const parts = readable(`${head}--x\r\n\r\n${quotes}--x\r\n\r\nlast\r\n--x--\r\n`);
    expect(count(parts, "> quoted")).toBe(MOST_TEXT_LINES);
    expect(parts).toMatch(/\r\nlast\r\n--x--\r\n$/u);
  });

  test("reads a limited number of lines in total", () => {
    const text = head + `--x\r\n\r\n${"a\r\n".repeat(9_000)}`.repeat(5);
    expect(count(readable(text), "\n")).toBe(MOST_LINES);
  });

  test("an attachment has as many lines as 2 MB of base64", () => {
    const part = "--x\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n";
    const lines = `${"QUJD".repeat(19)}\r\n`.repeat(25_000);
    expect(readable(head + part + lines)).toBe(head + part + lines);
  });

  test.each([
    ["many headers", Array.from({ length: 100_000 }, (_, at) => `X-H${at}: ${at}\r\n`).join("")],
    ["a header that is continued", `X-H: a\r\n${" b\r\n".repeat(100_000)}`],
    ["a long header", `X-H: ${"a".repeat(300_000)}\r\n`],
    ["thousands of addresses", `To: ${Array.from({ length: 20_000 }, (_, at) => `r${at}@all.example`).join(", ")}\r\n`],
  ])("%s are rejected before they are parsed", (_what, headers) => {
    expect(() => readable(`Subject: Hi\r\n${headers}\r\nHi`)).toThrow("Its header is too long");
    expect(() => readable(`${head}--x\r\n${headers}\r\nHi`)).toThrow("Its header is too long");
  });

  test("reads 2 MB", () => {
    expect(readable(`Subject: Hi\r\n\r\n${"a".repeat(3_000_000)}`)).toHaveLength(LIMITS.mailbox.messageBytes);
  });
});
