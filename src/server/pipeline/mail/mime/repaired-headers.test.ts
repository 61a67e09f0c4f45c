import { expect, test } from "vitest";
import type { Message } from "#server/pipeline/mail/mime/message.ts";
import { readMime } from "#server/pipeline/mail/mime/read-mime.ts";

const latin = (text: string): Buffer => Buffer.from(text, "latin1");
const utf8 = (text: string): string => Buffer.from(text).toString("latin1");
const word = (bytes: Buffer, charset = "utf-8"): string => `=?${charset}?B?${bytes.toString("base64")}?=`;
const quoted = (bytes: Buffer): string =>
  `=?utf-8?Q?${bytes.toString("hex").replaceAll(/../gu, "=$&").toUpperCase()}?=`;

function read(headers: string, body = "Hello"): Promise<Message> {
  return readMime(latin(`${headers}\r\n\r\n${body}\r\n`));
}

const SUBJECT = "お見積もりのお願い";
const BYTES = Buffer.from(SUBJECT);
// "我们想了解" in GBK.
const CHINESE = Buffer.from("ced2c3c7cfebc1cbbde2", "hex");

test.each([
  ["base64 with padding", `${word(BYTES.subarray(0, 10))}\r\n ${word(BYTES.subarray(10))}`, SUBJECT],
  ["both encodings", `${word(BYTES.subarray(0, 10))} ${quoted(BYTES.subarray(10))}`, SUBJECT],
  ["GBK", `Re: ${word(CHINESE.subarray(0, 5), "gbk")} ${word(CHINESE.subarray(5), "GBK")} x`, "Re: 我们想了解 x"],
  ["words that are whole", `${word(Buffer.from("Größe"))} a ${word(Buffer.from("Maß"))}`, "Größe a Maß"],
  ["two charsets", `${word(latin("Grö"), "iso-8859-1")} ${word(Buffer.from("ße"))}`, "Größe"],
  ["a cut character", `${word(BYTES.subarray(0, 4))} ${word(Buffer.from("Maß"))}`, "お�Maß"],
])("a subject in encoded words is joined: %s", async (_what, written, subject) => {
  expect((await read(`Subject: ${written}`)).subject).toBe(subject);
});

test("a name that is split between encoded words is whole", async () => {
  const { from } = await read(
    `From: ${word(CHINESE.subarray(0, 3), "gbk")} ${word(CHINESE.subarray(3), "gbk")} <a@b.example>`,
  );
  expect(from).toEqual({ name: "我们想了解", address: "a@b.example" });
});

test.each([
  ["iso-8859-1", "Jörg Müller"],
  ["koi8-r", "Иван"],
])("letters in a header are read in the %s of the text", async (charset, name) => {
  const bytes = charset === "koi8-r" ? "\xe9\xd7\xc1\xce" : name;
  const { from } = await read(`From: ${bytes} <a@b.example>\r\nContent-Type: text/plain; charset=${charset}`);
  expect(from.name).toBe(name);
});

test.each([
  ["declared as UTF-8", "Content-Type: text/plain; charset=utf-8", "Müller möchte"],
  ["without a charset", "Content-Type: text/plain", "Müller möchte"],
  ["without a type", "Subject: Hi", "Müller möchte"],
  [
    "in quoted-printable",
    'Content-Type: text/plain;\r\n charset="UTF-8"\r\nContent-Transfer-Encoding: quoted-printable',
    "M=FCller m=F6chte",
  ],
])("Western European text is read as such: %s", async (_what, headers, body) => {
  expect((await read(headers, body)).lines[0]).toBe("Müller möchte");
});

test.each(["us-ascii", "iso-8859-1", "Windows-1252", "unknown-8bit", "x-unknown"])(
  "UTF-8 that is declared as %s is read as UTF-8",
  async (charset) => {
    const headers = `Content-Type: text/plain; charset=${charset}`;
    expect((await read(headers, utf8("Müller möchte 見積"))).lines[0]).toBe("Müller möchte 見積");
    const encoded = Buffer.from("Müller möchte “見積”").toString("base64");
    expect((await read(`${headers}\r\nContent-Transfer-Encoding: base64`, encoded)).lines[0]).toBe(
      "Müller möchte “見積”",
    );
  },
);

test("one broken character doesn't change the charset", async () => {
  const text = `${utf8("Müller möchte Größe")} \xe4`;
  expect((await read("Content-Type: text/plain; charset=utf-8", text)).lines[0]).toBe("Müller möchte Größe �");
});

test.each([
  ["gb2312", "\xc1\xaa\xcd\xa8", "联通"],
  ["iso-8859-1", "M\xfcller", "Müller"],
  ["cp932", "\x8c\xa9\x90\xcf", "見積"],
])("text in %s is read as declared", async (charset, body, text) => {
  expect((await read(`Content-Type: text/plain; charset=${charset}`, body)).lines[0]).toBe(text);
});
