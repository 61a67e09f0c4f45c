import { expect, test } from "vitest";
import { mailButton } from "#server/delivery/mail/mail-html.ts";

test("a button has its padding in Outlook, which ignores that of links", () => {
  const [cell = ""] = mailButton("https://winnow.example/", "Approve").split("<a");
  expect(cell).toMatch(/^<td [^>]*style="[^"]*mso-padding-alt:8px 16px/u);
});
