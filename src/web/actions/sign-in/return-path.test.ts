import { expect, test } from "vitest";
import { returnPath } from "#web/actions/sign-in/return-path.ts";

const ORIGIN = "https://winnow.example";

test.each(["/", "/leads", "/leads/7?status=pending&sort=-score#notes", "/rules?new", "/leads?search=%2F%2Fx"])(
  "returns to %s",
  (path) => {
    expect(returnPath(path, ORIGIN)).toBe(path);
  },
);

test.each([
  null,
  "",
  "leads",
  "//evil.example",
  "//evil.example/leads",
  String.raw`/\evil.example`,
  String.raw`\\evil.example`,
  "/\t/evil.example",
  "\n//evil.example",
  "/..//evil.example",
  "/.//evil.example",
  "https://evil.example/",
  "https:evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "/sign-in?next=/sign-in",
  "/invitation#token",
])("sends %j to the first page instead", (path) => {
  expect(returnPath(path, ORIGIN)).toBe("/");
});
