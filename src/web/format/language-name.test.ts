import { expect, test } from "vitest";
import { languageName } from "#web/format/language-name.ts";

test.each([
  ["de", "German"],
  ["pt-BR", "Brazilian Portuguese"],
  ["Portuguese", "Portuguese"],
  ["en_US, de", "en_US, de"],
  ["", ""],
])("names the language %j %j", (code, name) => {
  expect(languageName(code)).toBe(name);
});
