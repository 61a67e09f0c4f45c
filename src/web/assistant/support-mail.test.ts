import { expect, test } from "vitest";
import { supportMailLink } from "#web/assistant/support-mail.ts";

const TO = "help+winnow@acme.example";

test("links to the address and subject with an empty form", () => {
  expect(supportMailLink(TO, { name: " ", message: "\n" })).toBe(
    "mailto:help%2Bwinnow@acme.example?subject=Winnow%20support%20request",
  );
});

test("puts the form's text in the body only", () => {
  const link = supportMailLink(TO, { name: "Zoë", message: "Two sheets?\nOne & the same?&bcc=evil@x.example" });
  const url = new URL(link);
  expect(url.searchParams.get("body")).toBe("Two sheets?\r\nOne & the same?&bcc=evil@x.example\r\n\r\nZoë");
  expect([...url.searchParams.keys()]).toEqual(["subject", "body"]);
});

test("truncates a long message, even within a character", () => {
  const url = new URL(supportMailLink(TO, { name: "", message: `x${"😀".repeat(2_000)}` }));
  expect(url.searchParams.get("body")?.length).toBe(1_500);
});
