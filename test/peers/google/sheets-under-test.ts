import { inspect } from "node:util";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { AppError } from "#server/platform/errors.ts";
import {
  createGoogleSheets,
  type GoogleSheets,
  type GoogleSheetsOptions,
  type SheetConfig,
} from "#server/pipeline/sources/google-sheets/index.ts";
import { type GooglePeer, type GooglePeerOptions, startGooglePeer } from "#test/peers/google/google-peer.ts";
import { createServiceAccount, type PeerServiceAccount } from "#test/peers/google/service-account.ts";

export const ID = "1WinnowTestSpreadsheet00000000000000000000000";
export const API_KEY = "api-key-of-the-test";
export const ROWS = [
  ["Name", "Email", "Company"],
  ["Ann Lee", "ann@acme.example", "Acme"],
  ["Bo Berg", "bo@berg.example"],
];

/** Created once per test file, because a key pair takes a while. Its key file names a trap as token endpoint. */
export const account: PeerServiceAccount = createServiceAccount({ tokenUri: "http://127.0.0.1:1/never-used" });
/** Restarted for each test, with the sheet `ID` shared with the account. */
export let peer: GooglePeer;
/** The waits between retries, in milliseconds; none is actually waited for. */
export let waits: number[];

/** Gives each test of the file a peer, and checks that none called the URL in the key file. */
export function eachWithGooglePeer(): void {
  beforeEach(() => restartPeer());
  afterEach(async () => {
    vi.useRealTimers();
    await peer.close();
    if (peer.trapped.length > 0) throw new Error(`The key file's token_uri was called: ${peer.trapped.join(", ")}`);
  });
}

/** Starts the peer in its initial state. */
export async function restartPeer(options: GooglePeerOptions = {}): Promise<void> {
  peer = await startGooglePeer(options);
  account.keyFile["token_uri"] = peer.trapUrl;
  account.keyFile["universe_domain"] = "evil.example";
  peer.register(account);
  peer.addApiKey(API_KEY);
  peer.setSheet(ID, "Sheet1", ROWS);
  peer.share(ID, account.email);
  waits = [];
}

export function source(more: Partial<GoogleSheetsOptions> = {}): GoogleSheets {
  return createGoogleSheets({
    sheetsUrl: peer.sheetsUrl,
    tokenUrl: peer.tokenUrl,
    wait: async (ms) => void waits.push(Math.round(ms)),
    ...more,
  });
}

export function config(more: Partial<SheetConfig> = {}): SheetConfig {
  return {
    spreadsheetId: ID,
    range: "Sheet1!A1:Z1000",
    authMethod: "service_account",
    serviceAccount: account.keyFile,
    ...more,
  };
}

export const byApiKey = (more: Partial<SheetConfig> = {}): SheetConfig => ({
  spreadsheetId: ID,
  range: "Sheet1!A1:Z1000",
  authMethod: "api_key",
  apiKey: API_KEY,
  ...more,
});

/** The error of a failed read, which must be fit for people and contain no secret anywhere. */
export async function refusal(sheets: GoogleSheets, asked: SheetConfig): Promise<AppError> {
  const error: unknown = await sheets.read(asked).then(
    () => expect.unreachable("the read succeeded"),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(AppError);
  expectNoSecrets(error);
  return error as AppError;
}

function expectNoSecrets(error: unknown): void {
  const everything = inspect(error, { depth: null, showHidden: true, maxStringLength: null }) + JSON.stringify(error);
  const keyLines = (account.keyFile["private_key"] ?? "").split("\n").filter((line) => line.length > 40);
  expect(keyLines.length).toBeGreaterThan(10);
  for (const secret of [...keyLines, API_KEY, "ya29.", "assertion", "Bearer"]) expect(everything).not.toContain(secret);
}
