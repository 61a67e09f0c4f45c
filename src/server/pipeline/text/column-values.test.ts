import { expect, test } from "vitest";
import { fitToValues } from "#server/pipeline/text/column-values.ts";
import { rolesOfColumns } from "#server/pipeline/text/column-roles.ts";
import { nameColumns } from "#server/pipeline/text/columns.ts";

function targetsOf(headers: readonly string[], rows: readonly (readonly string[])[]): (string | null)[] {
  const columns = nameColumns(headers, headers.length, 1);
  const byHeader = rolesOfColumns(columns).map((role) => role ?? ("fact" as const));
  return fitToValues(columns, rows, byHeader);
}

test.each([
  ["full-width", "ａ＠ｘ．ｅｘａｍｐｌｅ", "０３－１２３４－５６７８"],
  ["Arabic", "\u200ea@x.example", "٠٥٠١٢٣٤٥٦٧"],
])("a column of %s values keeps the role that its header names, and gets one without", (_signs, email, phone) => {
  const rows = Array.from({ length: 4 }, (_, at) => [`${at}${email}`, `${phone}${at}`]);
  expect(targetsOf(["Email", "Phone"], rows)).toEqual(["email", "phone"]);
  expect(targetsOf(["One", "Two"], rows)).toEqual(["email", "phone"]);
});
