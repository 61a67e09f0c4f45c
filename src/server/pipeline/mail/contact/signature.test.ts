import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { splitSignature } from "#server/pipeline/mail/contact/signature.ts";

function split(text: string, sender = ""): [string, string] {
  const { text: words, signature } = splitSignature(text.split("\n"), sender);
  return [words.join("\n"), signature.join("\n")];
}

test.each([
  ["Kind regards,"],
  ["Kind regards"],
  ["Thanks in advance!"],
  ["Thank you for your help,"],
  ["Mit freundlichen Grüßen"],
  ["Viele Grüße"],
  ["Im Auftrag"],
  ["Pozdravy"],
  ["Rgds"],
  ["Cordialement,"],
  ["Bien à vous"],
  ["Un saludo,"],
  ["Cordiali saluti"],
  ["Met vriendelijke groet,"],
  ["Med vänlig hälsning"],
  ["Z poważaniem"],
  ["С уважением,"],
  ["Με εκτίμηση"],
  ["此致"],
  ["مع أطيب التحيات"],
  ["مع التحية"],
  ["شكراً،"],
  ["با احترام"],
  ["בתודה,"],
  ["धन्यवाद"],
  ["Bye,"],
])("%s ends the text", (closing) => {
  expect(split(`Please quote.\n\n${closing}\nA. Schmidt\nAcme GmbH`)).toEqual([
    "Please quote.",
    "A. Schmidt\nAcme GmbH",
  ]);
});

test.each([
  ["Please quote 20 chairs. Kind regards, Anna Schmidt", "Please quote 20 chairs.", "Kind regards, Anna Schmidt"],
  ["Was kostet das? Viele Grüße, Max Müller, Einkauf", "Was kostet das?", "Max Müller, Einkauf"],
  ["Please send regards, Anna likes them. Thanks, everything works", undefined, ""],
])("a closing with a name ends a line: %s", (line, text = line, signature) => {
  expect(split(line)).toEqual([text, signature]);
});

test("RFC 3676's delimiter begins a signature", () => {
  expect(split("Please quote.\n-- \nAnna\nAcme")).toEqual(["Please quote.", "Anna\nAcme"]);
});

test("without a greeting, the last lines are recognized by their content", () => {
  expect(split("please send pricelist\n\nTom\n+1 415 555 2671")).toEqual([
    "please send pricelist",
    "Tom\n+1 415 555 2671",
  ]);
  expect(split("Please quote 200 pieces.\nAnna", "Anna Schmidt")).toEqual(["Please quote 200 pieces.", "Anna"]);
  expect(split("Bitte um ein Angebot.\n\nMax Müller\nMüller Bau GmbH\nTel. 030 123456")[1]).toBe(
    "Max Müller\nMüller Bau GmbH\nTel. 030 123456",
  );
});

test.each([
  "Thanks for the talk. We would like to order 20.",
  "Thanks,\nthat was quick. We would like to order 20 of them by Friday, please.",
  "Please quote:\n20 hinges\n40 screws",
  "Do you ship to Chile",
  "Thanks!",
])("%j has none", (text) => {
  expect(split(text)).toEqual([text, ""]);
});

const SUITE = join(process.env["PEER_SUITES"] ?? "", "talon/fixtures/signature/emails/stripped");

describe.runIf(process.env["PEER_SUITES"] !== undefined && existsSync(SUITE))("the talon suite", () => {
  /** Its own markers in the text, and lines of thanks and dashes that aren't part of a signature here. */
  test.each([
    ["long", ""],
    ["jeff", ""],
    ["camel_case", ""],
    ["short_url", "Thank you,\n"],
    ["sparse", "----------------\n\n"],
  ])("%s", (name, greeting) => {
    const read = (part: string): string => readFileSync(join(SUITE, `${name}_${part}`), "utf8");
    const { signature } = splitSignature(read("body").split("\n"), read("sender").trim());
    expect(signature.join("\n")).toBe(read("signature").replace(greeting, "").trim());
  });
});
