import { expect, test, vi } from "vitest";
import { ApiError } from "#web/api/connection/api-error.ts";
import { showFieldErrors } from "#web/forms/field-errors.ts";

const fields = { name: "name", keywords: "keywordsText", config: "spreadsheetId", "config.apiKey": "apiKey" } as const;
interface Values {
  name: string;
  keywordsText: string;
  spreadsheetId: string;
  apiKey: string;
}

test("shows each error at its closest field, the first per field, and focuses the first", () => {
  const setError = vi.fn<Parameters<typeof showFieldErrors<Values>>[0]["setError"]>();
  const refused = new ApiError(422, "several", [
    { field: "keywords.3", message: "too long" },
    { field: "keywords.4", message: "too long too" },
    { field: "config.apiKey", message: "not a key" },
    { field: "config.range.2", message: "not a range" },
    { field: "somewhere", message: "has no field" },
  ]);
  showFieldErrors<Values>({ setError }, refused, fields);
  expect(setError.mock.calls).toEqual([
    ["keywordsText", { type: "server", message: "too long" }, { shouldFocus: true }],
    ["apiKey", { type: "server", message: "not a key" }, { shouldFocus: false }],
    ["spreadsheetId", { type: "server", message: "not a range" }, { shouldFocus: false }],
  ]);
});

test("ignores an error without fields", () => {
  const setError = vi.fn<Parameters<typeof showFieldErrors<Values>>[0]["setError"]>();
  showFieldErrors<Values>({ setError }, new Error("network"), fields);
  showFieldErrors<Values>({ setError }, new ApiError(500, "broken"), fields);
  expect(setError).not.toHaveBeenCalled();
});
