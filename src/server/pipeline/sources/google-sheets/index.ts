import { setTimeout as sleep } from "node:timers/promises";
import type { DataSourceTestResult } from "#shared/contract/data-source.ts";
import { counted } from "#shared/counted.ts";
import { spreadsheetIdFrom } from "#shared/spreadsheet-id.ts";
import { AppError } from "#server/platform/errors.ts";
import { inSpan } from "#server/platform/tracing.ts";
import { trustedContext } from "#server/platform/trusted-authorities.ts";
import { askedRange, quoteTab, tabOf } from "#server/pipeline/sources/google-sheets/a1-range.ts";
import type { AuthOptions } from "#server/pipeline/sources/google-sheets/auth-client.ts";
import { createSheetsCall, createSheetsWire, type Tab } from "#server/pipeline/sources/google-sheets/client.ts";
import { credentialsOf, type SheetConfig } from "#server/pipeline/sources/google-sheets/credentials.ts";
import {
  addressToShareWith,
  explainFailure,
  explainWriteFailure,
} from "#server/pipeline/sources/google-sheets/failures.ts";
import { parseSheet, requireContacts, type SheetRead } from "#server/pipeline/sources/google-sheets/parse.ts";
import {
  othersRead,
  type WriteBack,
  writeBack,
  type WriteBackValues,
  type WrittenBack,
} from "#server/pipeline/sources/google-sheets/write-back.ts";
import { createWriteWire } from "#server/pipeline/sources/google-sheets/write-wire.ts";
import { WireFailure } from "#server/pipeline/sources/google-sheets/wire-failure.ts";

export type { SheetConfig, SheetRead, WriteBack, WriteBackValues, WrittenBack };

export interface GoogleSheetsOptions
  extends Pick<AuthOptions, "sheetsUrl" | "tokenUrl">, Partial<Omit<AuthOptions, "sheetsUrl" | "tokenUrl">> {
  /** Waits between retries; replaced in tests. */
  wait?: Wait;
}

/** A user waits for a test, so it gives up sooner; a sync may wait for the next minute's quota. */
const TEST_PATIENCE: Patience = { tries: 2, totalWaitMs: 5_000 };
const SYNC_PATIENCE: Patience = { tries: 4, totalWaitMs: 90_000 };
/** A delivery is retried anyway, so it gives up soon. */
const WRITE_PATIENCE: Patience = { tries: 3, totalWaitMs: 10_000 };

/**
 * Google Sheets as a lead source, and as a place to write results to. Nothing is loaded or requested before the first
 * test or read.
 */
export function createGoogleSheets(options: GoogleSheetsOptions) {
  const sheetsCall = createSheetsCall({
    sheetsUrl: options.sheetsUrl,
    tokenUrl: options.tokenUrl,
    userAgent: options.userAgent ?? "Winnow",
    timeoutMs: options.timeoutMs ?? 60_000,
    // About 300,000 rows.
    maxAnswerBytes: options.maxAnswerBytes ?? 100_000_000,
    trust: options.trust ?? trustedContext,
  });
  const wire = createSheetsWire(sheetsCall);
  const writeWire = createWriteWire(sheetsCall);
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
      if (config.isWrittenTo === true) {
        const title = await patiently(() => writeWire.tabOf(credentials, spreadsheetId, range, signal));
        const at = { title, range };
        return othersRead(
          await patiently(() => writeWire.snapshot(credentials, spreadsheetId, at, signal)),
          spreadsheetId,
          config.fieldNames,
        );
      }
      return parseSheet({
        spreadsheetId,
        ...(config.fieldNames !== undefined && { fieldNames: config.fieldNames }),
        ...(await patiently(() => wire.values(credentials, spreadsheetId, range, signal))),
      });
    } catch (error) {
      if (!(error instanceof WireFailure)) throw error;
      throw await orUnknownTab(explainFailure(error, credentials, { range: asked }), asked, tabs);
    }
  }

  return {
    /**
     * Reads the sheet as a sync would and returns the result. Does not throw for errors in the config, the network or
     * Google: `code` is then the id of the error that `read` would throw, and `message` its text.
     */
    async test(config: SheetConfig, signal?: AbortSignal): Promise<DataSourceTestResult> {
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

    /**
     * Reads every row of the configured range, or of the whole first visible tab, with one values.get. Throws an AppError
     * with a stable id and a user-facing message, or the signal's reason.
     */
    async read(config: SheetConfig, signal?: AbortSignal): Promise<SheetRead> {
      const read = await load(config, SYNC_PATIENCE, signal);
      requireContacts(read);
      return read;
    },

    /** Writes to Winnow's own columns of the sheet. Throws an AppError like `read`, or the signal's reason. */
    async writeBack(config: SheetConfig, values: WriteBack, signal?: AbortSignal): Promise<WrittenBack> {
      const spreadsheetId = idOf(config);
      const readable = credentialsOf(config);
      if (readable.method === "api_key") {
        throw new AppError(
          "sheet_read_only",
          422,
          "An API key can only read. Connect this sheet with a service account.",
        );
      }
      const credentials = { ...readable, mayWrite: true as const };
      const patiently = <T>(request: () => Promise<T>): Promise<T> =>
        withRetries(() => inSpan("Google Sheets", { kind: "client" }, request), WRITE_PATIENCE, wait, signal);
      const asked = askedRange(config.range);
      const tabs = (): Promise<Tab[]> => patiently(() => wire.tabs(credentials, spreadsheetId, signal));
      try {
        const range = asked ?? firstVisible(await tabs());
        return await writeBack(
          { wire: writeWire, patiently },
          { credentials, spreadsheetId, range, fieldNames: config.fieldNames ?? [] },
          values,
          signal,
        );
      } catch (error) {
        if (!(error instanceof WireFailure)) throw error;
        throw await orUnknownTab(explainWriteFailure(error, credentials, { range: asked }), asked, tabs);
      }
    },
  };
}

export type GoogleSheets = ReturnType<typeof createGoogleSheets>;

function idOf(config: SheetConfig): string {
  const id = spreadsheetIdFrom(config.spreadsheetId);
  if (id !== null) return id;
  throw config.spreadsheetId.trim() === ""
    ? new AppError("sheet_id_missing", 422, "Enter the spreadsheet's ID, or paste its URL.")
    : new AppError(
        "sheet_id_invalid",
        422,
        "Not a spreadsheet ID. Paste the open sheet's URL, which starts with https://docs.google.com/spreadsheets/d/.",
      );
}

function firstVisible(tabs: readonly Tab[]): string {
  const tab = tabs.find(({ hidden }) => !hidden);
  if (tab === undefined) throw new AppError("sheet_empty", 422, "This spreadsheet has no sheet with data.");
  return quoteTab(tab.title);
}

/** Google returns the same error for a misspelled range and a missing tab; the list of tabs tells them apart. */
async function orUnknownTab(otherwise: AppError, asked: string | null, tabs: () => Promise<Tab[]>): Promise<AppError> {
  const tab = otherwise.id === "sheet_range_invalid" && asked !== null ? tabOf(asked) : null;
  if (tab === null) return otherwise;
  const titles = (await tabs().catch(() => [])).map(({ title }) => title);
  if (titles.length === 0 || titles.includes(tab)) return otherwise;
  const list = titles.map((title) => `“${title}”`).join(", ");
  return new AppError("sheet_tab_unknown", 502, `This spreadsheet has no sheet named “${tab}”. It has: ${list}.`);
}

function describe({ sheetTitle, rows, columns }: SheetRead): string {
  const found = Object.values(columns).flat().join(", ");
  return `Connected: “${sheetTitle}” has ${counted(rows.length, "row")}. Columns recognized: ${found}.`;
}

/** Retry limits. */
interface Patience {
  tries: number;
  /** Maximum total wait in milliseconds; a Retry-After that exceeds the remainder stops retrying at once. */
  totalWaitMs: number;
}

/** Waits for the given milliseconds; rejects if the signal aborts. */
type Wait = (ms: number, signal: AbortSignal | undefined) => Promise<void>;

const BUSY = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Retries transient failures: 408, 429, 5xx and broken connections. Waits as long as Retry-After says, else 1, 4, 16
 * seconds minus up to a quarter at random, as Google advises (truncated exponential backoff). Timeouts are not retried,
 * because each takes a minute. Throws the last failure, or the signal's reason.
 */
async function withRetries<T>(
  call: () => Promise<T>,
  { tries, totalWaitMs }: Patience,
  wait: Wait,
  signal: AbortSignal | undefined,
): Promise<T> {
  let waited = 0;
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof WireFailure) || !isPassing(error) || attempt >= tries) throw error;
      const ms = error.retryAfterMs ?? 1000 * 4 ** (attempt - 1) * (1 - Math.random() / 4);
      if (waited + ms > totalWaitMs) throw error;
      waited += ms;
      await wait(ms, signal).catch((interruption: unknown) => {
        signal?.throwIfAborted();
        throw interruption;
      });
    }
  }
}

function isPassing(failure: WireFailure): boolean {
  if (failure.kind === "answered") return BUSY.has(failure.status ?? 0);
  return failure.kind === "cut_off" || (failure.kind === "unreachable" && failure.reason === "EAI_AGAIN");
}
