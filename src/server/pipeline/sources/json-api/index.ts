import type { DataSourceTestResult, RowMapping } from "#shared/contract/data-source.ts";
import type { CustomField } from "#shared/contract/leads/lead-field.ts";
import { counted } from "#shared/counted.ts";
import { fieldsOfType } from "#shared/lead-fields.ts";
import { LIMITS } from "#shared/limits.ts";
import { AppError } from "#server/platform/errors.ts";
import type { GuardedFetch } from "#server/platform/guarded-fetch.ts";
import { jsonFailure, named } from "#server/pipeline/sources/json-api/failures.ts";
import { JsonRowCollector, type JsonRows } from "#server/pipeline/sources/json-api/json-rows.ts";
import { readPages, type JsonApiConfig, type ReadOptions } from "#server/pipeline/sources/json-api/read-pages.ts";

export interface JsonSourceConfig extends JsonApiConfig {
  mapping: RowMapping;
  /** The team's custom fields. */
  fields: readonly CustomField[];
}

type Options = Partial<Omit<ReadOptions, "pages">>;

const CONTACTS = fieldsOfType("email", "phone", "link");
/** A person waits for a test; a sync may wait for the next minute's quota. */
const TEST_PATIENCE = 5_000;
const SYNC_PATIENCE = 60_000;

/**
 * Reads every row of an API. `problem` is why not all of them were read; the rows before it are returned all the same.
 * Throws only the signal's reason.
 */
export async function readJsonApi(
  outbound: GuardedFetch,
  config: JsonSourceConfig,
  options: Options = {},
): Promise<JsonRows & { problem: AppError | null }> {
  const collected = new JsonRowCollector(hostOf(config));
  const failure = await reportedBy(() =>
    readPages(outbound, config, { patience: SYNC_PATIENCE, ...options }, (rows) => collected.add(rows)),
  );
  const { rows, skipped } = collected.leads(config.mapping, config.fields);
  // As after someone renamed the field in the service.
  const isUnusable = rows.every(({ fields }) => CONTACTS.every((contact) => fields[contact] === undefined));
  const problem = isUnusable ? unusable(rows.length, skipped, collected.columns(config.mapping)) : null;
  return { rows, skipped, problem: failure ?? problem };
}

/** Reads the first page as a sync would; the result names the field to fix. Throws only the signal's reason. */
export async function testJsonApi(
  outbound: GuardedFetch,
  config: JsonSourceConfig,
  options: Options = {},
): Promise<DataSourceTestResult> {
  const collected = new JsonRowCollector(hostOf(config));
  const failure = await reportedBy(() =>
    readPages(outbound, config, { patience: TEST_PATIENCE, ...options, pages: 1 }, (rows) => collected.add(rows)),
  );
  const { rows, skipped } = collected.leads(config.mapping, config.fields);
  const columns = collected.columns(config.mapping);
  const problem = failure ?? unusable(rows.length, skipped, columns);
  const field = problem?.fields[0]?.field;
  return {
    valid: problem === null,
    code: problem?.id ?? "ok",
    message: problem?.message ?? described(rows.length),
    ...(field !== undefined && { field }),
    ...(columns.length > 0 && {
      rows: rows.length,
      columns,
      leads: rows.slice(0, LIMITS.jsonApi.previewLeads).map(({ fields }) => fields),
    }),
  };
}

async function reportedBy(work: () => Promise<void>): Promise<AppError | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function hostOf({ url }: JsonApiConfig): string {
  return URL.parse(url.trim())?.host ?? "API";
}

function described(rows: number): string {
  return rows === 0 ? "Connected. There are no rows yet." : `Connected: ${counted(rows, "row")} on the first page.`;
}

function unusable(
  rows: number,
  skipped: JsonRows["skipped"],
  columns: NonNullable<DataSourceTestResult["columns"]>,
): AppError | null {
  const [first] = skipped;
  if (rows === 0 && first !== undefined) {
    return jsonFailure(
      "json_rows_unusable",
      `No row can be read: ${first.reason.toLowerCase()}. Check the path to the rows.`,
      "config.rowsPath",
    );
  }
  if (rows === 0 || columns.some(({ target }) => target === "email" || target === "phone")) return null;
  return jsonFailure(
    "json_no_contact",
    `No field is recognized as an email or phone. Choose one in the source's fields: ${named(columns.map(({ path }) => path))}.`,
    "config.fieldMapping",
  );
}
