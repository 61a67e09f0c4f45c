import type { UseFormGetValues } from "react-hook-form";
import { expect, test, vi } from "vitest";
import { ApiError } from "#web/api/connection/api-error.ts";
import { showFieldErrors } from "#web/forms/field-errors.ts";

const names = { keywords: "keywordsText", config: "spreadsheetId", "config.apiKey": "apiKey" } as const;
interface Values {
  name: string;
  keywordsText: string;
  spreadsheetId: string;
  apiKey: string;
}

const getValues = (() => ({ name: "", keywordsText: "", spreadsheetId: "", apiKey: "" })) as UseFormGetValues<Values>;

test("shows each error at its closest field, the first per field, and focuses the first", () => {
  const setError = vi.fn<Parameters<typeof showFieldErrors<Values>>[0]["setError"]>();
  const refused = new ApiError(422, "several", [
    { field: "keywords.3", message: "too long" },
    { field: "keywords.4", message: "too long too" },
    { field: "config.apiKey", message: "not a key" },
    { field: "config.range.2", message: "not a range" },
    { field: "name.0", message: "taken" },
    { field: "somewhere", message: "has no field" },
  ]);
  showFieldErrors<Values>({ setError, getValues }, refused, names);
  expect(setError.mock.calls).toEqual([
    ["keywordsText", { type: "server", message: "too long" }, { shouldFocus: true }],
    ["apiKey", { type: "server", message: "not a key" }, { shouldFocus: false }],
    ["spreadsheetId", { type: "server", message: "not a range" }, { shouldFocus: false }],
    ["name", { type: "server", message: "taken" }, { shouldFocus: false }],
  ]);
});

test("ignores an error without fields", () => {
  const setError = vi.fn<Parameters<typeof showFieldErrors<Values>>[0]["setError"]>();
  showFieldErrors<Values>({ setError, getValues }, new Error("network"), names);
  showFieldErrors<Values>({ setError, getValues }, new ApiError(500, "broken"), names);
  expect(setError).not.toHaveBeenCalled();
});
