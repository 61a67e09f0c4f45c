import fc from "fast-check";
import { expect, test } from "vitest";
import { attachmentNamed } from "#server/http/attachment.ts";

test.each([
  ["leads", "leads%20skipped.csv"],
  ["Größe 5", "Gr%C3%B6%C3%9Fe%205%20skipped.csv"],
  ["../../etc/passwd", "etc%20passwd%20skipped.csv"],
  ["C:\\Windows\\system", "C%20Windows%20system%20skipped.csv"],
  [
    'a"; filename="evil.exe',
    "a%20;%20filename=%20evil.exe%20skipped.csv".replaceAll(";", "%3B").replaceAll("=", "%3D"),
  ],
  ["a\r\nset-cookie: b=c", "a%20set-cookie%20%20b%3Dc%20skipped.csv"],
  ["invoice\u202Efdp.exe", "invoice%20fdp.exe%20skipped.csv"],
  ["it's (1)*", "it%27s%20%281%29%20skipped.csv"],
  ["", "skipped.csv"],
  ["\ud800", "%EF%BF%BD%20skipped.csv"],
])("%j becomes %s", (stem, name) => {
  expect(attachmentNamed(stem, " skipped.csv")).toBe(`attachment; filename*=UTF-8''${name}`);
});

test("any name makes one header parameter and keeps its extension", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (stem) => {
      const header = attachmentNamed(stem, " skipped.csv");
      expect(header).toMatch(/^attachment; filename\*=UTF-8''(?:[\w!#$&+.^`|~%-]+%20)?skipped\.csv$/u);
      const name = decodeURIComponent(header.slice("attachment; filename*=UTF-8''".length));
      expect(name).not.toMatch(/[/\\\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    }),
  );
});
