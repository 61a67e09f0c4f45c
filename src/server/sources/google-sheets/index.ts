import { setTimeout as sleep } from "node:timers/promises";
import type { SecureContext } from "node:tls";
import type { DataSourceTestResult } from "#shared/contract/data-source.ts";
import { spreadsheetIdFrom } from "#shared/spreadsheet-id.ts";
import { AppError } from "#server/platform/errors.ts";
import { inSpan } from "#server/platform/tracing.ts";
import { trustedContext } from "#server/platform/trusted-authorities.ts";
import { askedRange, quoteTab, tabOf } from "#server/sources/google-sheets/a1-range.ts";
import { createSheetsWire, type Tab } from "#server/sources/google-sheets/client.ts";
import { credentialsOf, type SheetConfig } from "#server/sources/google-sheets/credentials.ts";
import { addressToShareWith, explainFailure } from "#server/sources/google-sheets/failures.ts";
import { parseSheet, type SheetRead } from "#server/sources/google-sheets/parse.ts";
import { type Patience, type Wait, withRetries } from "#server/sources/google-sheets/retry.ts";
import { WireFailure } from "#server/sources/google-sheets/wire-failure.ts";

export type { SheetConfig, SheetRead };

export interface GoogleSheetsOptions {
  /** The Sheets API, https://sheets.googleapis.com unless the operator redirects it. */
  sheetsUrl: string;
  /** The OAuth 2.0 token endpoint, https://oauth2.googleapis.com/token unless the operator redirects it. */
  tokenUrl: string;
  userAgent?: string;
  /** The deadline of one request in milliseconds; a minute by default. */
  timeoutMs?: number;
  /** The largest answer read, after decompression; 100 MB by default, some 300,000 rows. */
  maxAnswerBytes?: number;
  /** The authorities that certificates are verified with; the system's and Node's by default. */
  trust?: () => SecureContext;
  /** How waits between tries are spent; by the clock unless a test says otherwise. */
  wait?: Wait;
}

/** Google Sheets as a source of leads. */
export interface GoogleSheets {
  /**
   * Reads the sheet as a sync would and tells how that went. Never throws for a cause that lies with the config, the
   * network or Google: `code` is then the id of the error that `read` would throw, and `message` its sentence.
   */
  test(config: SheetConfig, signal?: AbortSignal): Promise<DataSourceTestResult>;
  /**
   * Reads every row of the configured range with one values.get; without a range, all of the first visible tab. Throws
   * an AppError with a stable id and a sentence for people, or the signal's reason.
   */
  read(config: SheetConfig, signal?: AbortSignal): Promise<SheetRead>;
}

/** A person waits for a test, so it gives up sooner; a sync may be asked to wait for the quota of the next minute. */
const TEST_PATIENCE: Patience = { tries: 2, totalWaitMs: 5_000 };
const SYNC_PATIENCE: Patience = { tries: 4, totalWaitMs: 90_000 };

/** Makes the source. Nothing is loaded or called before the first test or read. */
export function createGoogleSheets(options: GoogleSheetsOptions): GoogleSheets {
  const wire = createSheetsWire({
    sheetsUrl: options.sheetsUrl,
    tokenUrl: options.tokenUrl,
    userAgent: options.userAgent ?? "Winnow",
    timeoutMs: options.timeoutMs ?? 60_000,
    maxAnswerBytes: options.maxAnswerBytes ?? 100_000_000,
    trust: options.trust ?? trustedContext,
  });
  const wait = options.wait ?? ((ms, signal) => sleep(ms, undefined, signal === undefined ? {} : { signal }));

  async function load(config: SheetConfig, patience: Patience, signal: AbortSignal | undefined): Promise<SheetRead> {
    const spreadsheetId = idOf(config);
    const credentials = credentialsOf(config);
    const asked = askedRange(config.range);
    const patiently = <T>(call: () => Promise<T>): Promise<T> =>
      withRetries(() => inSpan("Google Sheets", { kind: "client" }, call), patience, wait, signal);
    const tabs = (): Promise<Tab[]> => patiently(() => wire.tabs(credentials, spreadsheetId, signal));
    try {
      const range = asked ?? firstVisible(await tabs());
      return parseSheet({
        spreadsheetId,
        ...(await patiently(() => wire.values(credentials, spreadsheetId, range, signal))),
      });
    } catch (error) {
      if (!(error instanceof WireFailure)) throw error;
      const explained = explainFailure(error, credentials, { range: asked });
      const tab = explained.id === "sheet_range_invalid" && asked !== null ? tabOf(asked) : null;
      throw tab === null ? explained : await unknownTab(tab, tabs, explained);
    }
  }

  return {
    async test(config, signal) {
      let read: SheetRead | undefined;
      try {
        read = await load(config, TEST_PATIENCE, signal);
        requireContacts(read);
        return { valid: true, code: "ok", message: describe(read), headers: read.headers, rows: read.rows.length };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const shareWith = addressToShareWith(error.id, config);
        return {
          valid: false,
          code: error.id,
          message: error.message,
          ...(shareWith === undefined ? {} : { shareWith }),
          ...(read === undefined ? {} : { headers: read.headers, rows: read.rows.length }),
        };
      }
    },

    async read(config, signal) {
      const read = await load(config, SYNC_PATIENCE, signal);
      requireContacts(read);
      return read;
    },
  };
}

function idOf(config: SheetConfig): string {
  const id = spreadsheetIdFrom(config.spreadsheetId);
  if (id !== null) return id;
  throw config.spreadsheetId.trim() === ""
    ? new AppError("sheet_id_missing", 422, "Enter the spreadsheet's id, or paste its address.")
    : new AppError(
        "sheet_id_invalid",
        422,
        "This is not a spreadsheet's id. Paste the address of the open sheet, which begins with https://docs.google.com/spreadsheets/d/.",
      );
}

function firstVisible(tabs: readonly Tab[]): string {
  const tab = tabs.find(({ hidden }) => !hidden);
  if (tab === undefined) throw new AppError("sheet_empty", 422, "This spreadsheet has no sheet with cells in it.");
  return quoteTab(tab.title);
}

/** Google says the same of a misspelt range and of a missing tab; the list of tabs tells them apart. */
async function unknownTab(tab: string, tabs: () => Promise<Tab[]>, otherwise: AppError): Promise<AppError> {
  const titles = (await tabs().catch(() => [])).map(({ title }) => title);
  if (titles.length === 0 || titles.includes(tab)) return otherwise;
  const list = titles.map((title) => `“${title}”`).join(", ");
  return new AppError(
    "sheet_tab_unknown",
    502,
    `There is no sheet called “${tab}” in this spreadsheet. It has: ${list}.`,
  );
}

function requireContacts({ sheetTitle, headers, columns }: SheetRead): void {
  if (headers.length === 0) {
    throw new AppError(
      "sheet_empty",
      422,
      `“${sheetTitle}” is empty. Put the headers into its first row and the data below.`,
    );
  }
  if (columns.email === undefined && columns.phone === undefined) {
    throw new AppError(
      "sheet_no_contact_column",
      422,
      `“${sheetTitle}” has neither an e-mail nor a phone column. Its headers are: ${headers.join(", ")}. Call one of them Email or Phone.`,
    );
  }
}

function describe({ sheetTitle, rows, columns }: SheetRead): string {
  const found = Object.values(columns).flat().join(", ");
  return `Connected: “${sheetTitle}” has ${rows.length} ${rows.length === 1 ? "row" : "rows"}. Columns recognised: ${found}.`;
}
