import { expect, test } from "vitest";
import type { HostedFormField } from "#shared/contract/hosted-form.ts";
import { formMarkup, htmlOf } from "#shared/hosted-form-markup.ts";

const field = (more: Partial<HostedFormField>): HostedFormField => ({
  key: "email",
  label: "Email",
  leadField: "email",
  type: "line",
  options: [],
  isRequired: true,
  ...more,
});

test("a field becomes a labeled input of the lead field's kind", () => {
  const html = htmlOf(formMarkup({ fields: [field({})], buttonLabel: "Send", consent: "" }, "/f/key"));
  expect(html).toContain('<form method="post" action="/f/key" dir="auto">');
  expect(html).toContain(
    '<label>Email <input type="email" name="email" required maxlength="254" autocomplete="email"></label>',
  );
  expect(html).toContain('<button type="submit">Send</button>');
});

test("markup in the team's texts is text", () => {
  const label = `"><script>alert(1)</script>`;
  const fields = [field({ label }), field({ key: "size", type: "choice", leadField: null, options: [label, "b"] })];
  const html = htmlOf(formMarkup({ fields, buttonLabel: label, consent: label }, `/f/${label}`));
  expect(html).not.toContain("<script>");
  expect(html.match(/&lt;script&gt;/gu)).toHaveLength(5);
});

test("consent adds a required checkbox, and an empty text none", () => {
  const markup = (consent: string) =>
    htmlOf(formMarkup({ fields: [field({})], buttonLabel: "Send", consent }, "/f/key"));
  expect(markup("I agree")).toContain(
    '<label><input type="checkbox" name="winnow_consent" value="yes" required> I agree</label>',
  );
  expect(markup("")).not.toContain("checkbox");
});
