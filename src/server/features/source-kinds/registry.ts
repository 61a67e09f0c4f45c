import type { SourceKind } from "#shared/source-kinds.ts";
import { email } from "#server/features/source-kinds/email.ts";
import { file } from "#server/features/source-kinds/file-import.ts";
import { googleSheets } from "#server/features/source-kinds/google-sheets.ts";
import { jsonApi } from "#server/features/source-kinds/json-api.ts";
import type { SourceKindCode } from "#server/features/source-kinds/source-kind.ts";
import { form } from "#server/features/source-kinds/web-form.ts";
import { website } from "#server/features/source-kinds/website.ts";

/** The code of each kind of source; its facts are in `shared/source-kinds.ts`. */
export const SOURCE_KIND_CODE: { readonly [Kind in SourceKind]: SourceKindCode<Kind> } = {
  google_sheets: googleSheets,
  json_api: jsonApi,
  website,
  email,
  form,
  file,
  api: {},
  manual: {},
  sample: {},
};

/** Undefined for a kind unknown to this version. */
export function codeOf(kind: string): SourceKindCode<SourceKind> | undefined {
  return Object.hasOwn(SOURCE_KIND_CODE, kind) ? SOURCE_KIND_CODE[kind as SourceKind] : undefined;
}
