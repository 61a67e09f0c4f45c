import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startGooglePeer } from "#test/peers/google/google-peer.ts";
import { sampleLeads } from "#test/peers/google/sample-leads.ts";
import { cellsOfFile } from "#test/peers/google/sheet-file.ts";

// The peer as a process, for benchmarks and end-to-end tests: `node test/peers/google/main.ts --rows 50000`. With
// --sheet FILE it serves the cells of that tab-separated file instead, read at each request. Prints NAME=value lines,
// the last of them READY=1, and serves until it is stopped.
const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "1000" },
    port: { type: "string", default: "0" },
    "key-file": { type: "string" },
    sheet: { type: "string" },
    "spreadsheet-id": { type: "string", default: "1WinnowPeerSpreadsheetForBenchmarks0000000000" },
  },
});
const spreadsheetId = values["spreadsheet-id"];
const API_KEY = "api-key-of-the-peer";

const peer = await startGooglePeer({ port: Number(values.port) });
const account = peer.addServiceAccount();
const keyFile = values["key-file"] ?? join(mkdtempSync(join(tmpdir(), "google-peer-")), "service-account.json");
writeFileSync(keyFile, account.keyFileText, { mode: 0o600 });
const { sheet } = values;
peer.setSheet(spreadsheetId, "Sheet1", sheet === undefined ? sampleLeads(Number(values.rows)) : cellsOfFile(sheet));
peer.share(spreadsheetId, account.email);
peer.spreadsheet(spreadsheetId).isPublic = true;
peer.addApiKey(API_KEY);

process.stdout.write(
  [
    `WINNOW_GOOGLE_SHEETS_URL=${peer.sheetsUrl}`,
    `WINNOW_GOOGLE_TOKEN_URL=${peer.tokenUrl}`,
    `SPREADSHEET_ID=${spreadsheetId}`,
    `KEY_FILE=${keyFile}`,
    `API_KEY=${API_KEY}`,
    "READY=1\n",
  ].join("\n"),
);

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void peer.close());
