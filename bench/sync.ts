import { readFileSync } from "node:fs";
import type { SyncResult } from "#shared/contract/data-source.ts";
import { startChild } from "./child.ts";
import { atMost, type Figure } from "./figure.ts";
import type { Stage } from "./stage.ts";

const ROWS = 50_000;
const MAX_SECONDS_FIRST = 15;
const MAX_SECONDS_UNCHANGED = 2;

/** Syncs a sheet of 50,000 new rows, then again unchanged, with the Sync button's call. */
export async function sync(stage: Stage): Promise<Figure[]> {
  const { first, unchanged } = await syncTwice(stage, ROWS);
  const of = { engine: stage.engine, unit: "s" };
  return [
    atMost(MAX_SECONDS_FIRST, { ...of, name: "first sync of a sheet of 50,000 rows", value: first }),
    atMost(MAX_SECONDS_UNCHANGED, { ...of, name: "sync of 50,000 unchanged rows", value: unchanged }),
  ];
}

/** The seconds of a first sync of a sheet with so many rows, and of a second one. */
export async function syncTwice(stage: Stage, rows: number): Promise<{ first: number; unchanged: number }> {
  const google = await startChild(
    "../test/peers/google/main.ts",
    ["--rows", String(rows)],
    (line) => line === "READY=1",
  );
  const offered = Object.fromEntries(google.lines.map((line) => line.split(/=(.*)/s) as [string, string]));
  const { WINNOW_GOOGLE_SHEETS_URL = "", WINNOW_GOOGLE_TOKEN_URL = "", SPREADSHEET_ID, KEY_FILE = "" } = offered;
  const server = await stage.startServer({ WINNOW_GOOGLE_SHEETS_URL, WINNOW_GOOGLE_TOKEN_URL });
  const send = async (method: "POST" | "PUT", path: string, body?: unknown): Promise<unknown> => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(server.url + path, { method, headers, body: JSON.stringify(body) ?? null });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return answer.json();
  };
  const timed = async (): Promise<{ seconds: number; result: SyncResult }> => {
    const start = performance.now();
    const result = (await send("POST", "/api/sync-leads")) as SyncResult;
    return { seconds: (performance.now() - start) / 1000, result };
  };
  try {
    await send("PUT", "/api/settings", { maxLeadsPerSync: null });
    await send("POST", "/api/data-sources", {
      name: "Fair",
      type: "google_sheets",
      config: {
        spreadsheetId: SPREADSHEET_ID,
        authMethod: "service_account",
        serviceAccount: JSON.parse(readFileSync(KEY_FILE, "utf8")) as unknown,
      },
    });
    const first = await timed();
    const again = await timed();
    if (first.result.created !== rows || again.result.unchanged !== rows)
      throw new Error(JSON.stringify([first, again]));
    return { first: first.seconds, unchanged: again.seconds };
  } finally {
    await server.stop();
    await google.stop();
  }
}
