import fc from "fast-check";
import { expect, test } from "vitest";
import { attachmentNamed } from "#server/api/attachment.ts";

test.each([
  ["leads", "leads%20left%20out.csv"],
  ["Größe 5", "Gr%C3%B6%C3%9Fe%205%20left%20out.csv"],
  ["../../etc/passwd", "etc%20passwd%20left%20out.csv"],
  ["C:\\Windows\\system", "C%20Windows%20system%20left%20out.csv"],
  [
    'a"; filename="evil.exe',
    "a%20;%20filename=%20evil.exe%20left%20out.csv".replaceAll(";", "%3B").replaceAll("=", "%3D"),
  ],
  ["a\r\nset-cookie: b=c", "a%20set-cookie%20%20b%3Dc%20left%20out.csv"],
  ["invoice\u202Efdp.exe", "invoice%20fdp.exe%20left%20out.csv"],
  ["it's (1)*", "it%27s%20%281%29%20left%20out.csv"],
  ["", "left%20out.csv"],
  ["\ud800", "%EF%BF%BD%20left%20out.csv"],
])("%j becomes %s", (stem, name) => {
  expect(attachmentNamed(stem, " left out.csv")).toBe(`attachment; filename*=UTF-8''${name}`);
});

test("of whatever name it is one parameter of a header, whose name keeps its ending", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (stem) => {
      const header = attachmentNamed(stem, " left out.csv");
      expect(header).toMatch(/^attachment; filename\*=UTF-8''(?:[\w!#$&+.^`|~%-]+%20)?left%20out\.csv$/u);
      const name = decodeURIComponent(header.slice("attachment; filename*=UTF-8''".length));
      expect(name).not.toMatch(/[/\\\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    }),
  );
});
