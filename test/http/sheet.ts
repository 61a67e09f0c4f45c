import { randomUUID } from "node:crypto";
import type { SyncResult } from "#shared/contract/data-source.ts";
import type { TestWinnow } from "#test/harness.ts";
import { API_KEY } from "#test/http/endpoint-examples.ts";
import type { GooglePeer } from "#test/peers/google/google-peer.ts";
import type { PeerCell } from "#test/peers/google/sheet-edits.ts";

/** A sheet of the Google peer that is a data source. */
export interface ConnectedSheet {
  sourceId: string;
  /** Replaces all rows of the sheet, headers first. */
  write(rows: PeerCell[][]): void;
}

/** Creates a public sheet with these rows, headers first, and a data source that reads it with an API key. */
export async function connectSheet(
  winnow: TestWinnow,
  google: GooglePeer,
  rows: PeerCell[][],
  name = "Spring fair",
): Promise<ConnectedSheet> {
  const spreadsheetId = randomUUID();
  const write = (all: PeerCell[][]): void => google.setSheet(spreadsheetId, "Sheet1", all);
  write(rows);
  google.spreadsheet(spreadsheetId).isPublic = true;
  google.addApiKey(API_KEY);
  const source = await winnow.ok("POST /api/data-sources", {
    body: { name, type: "google_sheets", config: { spreadsheetId, authMethod: "api_key", apiKey: API_KEY } },
  });
  return { sourceId: source.id, write };
}

/** Syncs, and checks that the counts add up. */
export async function sync(winnow: TestWinnow): Promise<SyncResult> {
  const result = await winnow.ok("POST /api/sync-leads");
  for (const { seen, created, updated, unchanged, skipped, failed } of [result, ...result.sources]) {
    if (seen !== created + updated + unchanged + skipped + failed) throw new Error(`Does not add up: ${seen}`);
  }
  if (result.processed !== result.seen) throw new Error(`Processed ${result.processed} of ${result.seen}`);
  return result;
}
