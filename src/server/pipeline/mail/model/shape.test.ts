import { expect, test } from "vitest";
import { sentencesOf } from "./sentences.ts";
import { shapeOf } from "./shape.ts";

test.each<[shape: string, subject: string, text: string]>([
  ["asks no question", "Offer", "We have it."],
  ["asks several questions", "", "Is it oak? Is it solid?"],
  ["begins with a question", "", "Is it oak? We need it."],
  ["ends with a question", "", "We need it. Is it oak?"],
  ["asks in the subject", "oak?", "see above"],
  ["is a reply", "AW: oak", "yes"],
  ["is forwarded", "Fwd: oak", "see below"],
  ["names a measure", "", "is the 40mm worktop solid"],
  ["names dimensions", "", "carton 400x300"],
  ["names a model or reference number", "", "does the PX-40 fit"],
  ["refers to a numbered document", "", "invoice no. 4711"],
  ["names a time of day", "", "after 14:30 please"],
  ["names an amount of money", "", "about €40"],
  ["is filled in like a form", "", "Name: Ann\nPhone: 12\nMessage: hello"],
  ["has a list", "", "we need\n- chairs\n- tables"],
  ["has headings", "", "## What happened\nit fell"],
  ["has code", "", "see\n```\nexit 1\n```"],
  ["has a checklist", "", "- [ ] oak\n- [x] pine"],
  ["shows a picture", "", "![chair](chair.png)"],
  ["mentions somebody", "", "as @ann said"],
  ["greets by first name", "", "Hi Ann,\nwe start at six"],
  ["greets by surname", "", "Sehr geehrte Frau Özkaya,\nwir beginnen"],
  ["greets nobody in particular", "", "Dear Sir or Madam,\nwe write"],
])("%s", (shape, subject, text) => {
  expect(shapeOf(subject, text, sentencesOf(text))).toContain(shape);
});

test("a plain word is neither a measure nor a code", () => {
  const text = "We met at the well-known inn in 3 towns.";
  const shape = shapeOf("", text, sentencesOf(text));
  expect(shape).not.toContain("names a measure");
  expect(shape).not.toContain("names a model or reference number");
});
