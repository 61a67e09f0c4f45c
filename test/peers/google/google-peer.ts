import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { applyFieldMask } from "#test/peers/google/field-mask.ts";
import { type GoogleAnswer, refusals } from "#test/peers/google/google-answers.ts";
import { createServiceAccount, type PeerServiceAccount } from "#test/peers/google/service-account.ts";
import type { PeerCells } from "#test/peers/google/sheet-edits.ts";
import { Spreadsheet } from "#test/peers/google/spreadsheet.ts";
import { type Assertion, TokenEndpoint } from "#test/peers/google/token-endpoint.ts";

export type PeerCall = "token" | "spreadsheet" | "values" | "batchUpdate" | "write";

/** What happens to coming requests instead of their response, or to the response. */
export type PeerFailure = {
  /** Which requests; all by default. */
  on?: PeerCall;
  /** How many of them; one by default. */
  times?: number;
} & (
  | { answer: GoogleAnswer }
  /** Never answers. */
  | { hang: true }
  /** Answers late: once this has settled. */
  | { holdUntil: Promise<unknown> }
  /** Answers normally, after someone else did this. */
  | { inBetween: () => void }
  /** Breaks the connection after this many bytes of the body. */
  | { cutAfterBytes: number }
);

export interface SeenRequest {
  call: PeerCall;
  url: string;
  headers: IncomingMessage["headers"];
}

export interface GooglePeer {
  sheetsUrl: string;
  tokenUrl: string;
  /** What a key file's token_uri should name; see `trapped`. */
  trapUrl: string;
  /** Every request so far, including rejected ones. */
  requests: SeenRequest[];
  /** The claims of every readable assertion. */
  assertions: Assertion[];
  /** Requests to the URL that key files name as their token_uri; it must never be called. */
  trapped: string[];
  /** The number of requests of a kind. */
  count(call: PeerCall): number;
  /** Settles when the next request of the kind has arrived. */
  arrival(call: PeerCall): Promise<void>;
  addServiceAccount(): PeerServiceAccount;
  /** Registers an account that was created elsewhere. */
  register(account: PeerServiceAccount): void;
  /** Revokes every key of the account: assertions signed with it fail from now on. */
  revokeKey(account: PeerServiceAccount): void;
  removeServiceAccount(account: PeerServiceAccount): void;
  withdrawTokens(): void;
  addApiKey(apiKey: string): void;
  /** Creates the tab, and the spreadsheet if it is new, or replaces the tab's cells. */
  setSheet(id: string, title: string, cells: PeerCells, options?: { hidden?: boolean }): void;
  spreadsheet(id: string): Spreadsheet;
  /** As a viewer, unless it may also edit. */
  share(id: string, email: string, role?: "viewer" | "editor"): void;
  failNext(failure: PeerFailure): void;
  /** The peer's clock, milliseconds since 1970. */
  clock: () => number;
  close(): Promise<void>;
}

export interface GooglePeerOptions {
  /** A free one by default. */
  port?: number;
  /** Serves HTTPS with this key and certificate, both in PEM. */
  tls?: { key: string; cert: string };
}

/** The scopes that permit a change; the others only permit reading. */
const WRITING = new Set(
  ["spreadsheets", "drive", "drive.file"].map((scope) => `https://www.googleapis.com/auth/${scope}`),
);

/**
 * A server on 127.0.0.1 that speaks Google's protocol: the OAuth 2.0 token endpoint for service accounts, and of Sheets
 * API v4 spreadsheets.get, spreadsheets.values.get, spreadsheets.batchUpdate and
 * spreadsheets.values.batchUpdateByDataFilter with their checks, shapes and errors.
 */
export async function startGooglePeer({ port = 0, tls }: GooglePeerOptions = {}): Promise<GooglePeer> {
  const tokens = new TokenEndpoint();
  const apiKeys = new Set<string>();
  const spreadsheets = new Map<string, Spreadsheet>();
  const failures: { failure: PeerFailure; left: number }[] = [];
  let arrivals: { call: PeerCall; arrived: () => void }[] = [];
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    void handle(request, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    );
  };
  const server = tls ? createTlsServer(tls, onRequest) : createServer(onRequest);
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The peer has no port.");
  const origin = `${tls ? "https" : "http"}://127.0.0.1:${address.port}`;

  const peer: GooglePeer = {
    sheetsUrl: origin,
    tokenUrl: `${origin}/token`,
    trapUrl: `${origin}/trap`,
    requests: [],
    assertions: tokens.assertions,
    trapped: [],
    clock: () => Date.now(),
    count: (call) => peer.requests.filter((request) => request.call === call).length,
    arrival: (call) => new Promise((arrived) => arrivals.push({ call, arrived })),
    addServiceAccount() {
      const account = createServiceAccount({ tokenUri: peer.trapUrl });
      peer.register(account);
      return account;
    },
    register: (account) => tokens.register(account.email, account.publicKey),
    revokeKey: (account) => tokens.register(account.email, createServiceAccount({ tokenUri: origin }).publicKey),
    removeServiceAccount: (account) => tokens.remove(account.email),
    withdrawTokens: () => tokens.withdrawTokens(),
    addApiKey: (apiKey) => void apiKeys.add(apiKey),
    setSheet(id, title, cells, options) {
      if (!spreadsheets.has(id)) spreadsheets.set(id, new Spreadsheet(id));
      peer.spreadsheet(id).setTab(title, cells, options);
    },
    spreadsheet(id) {
      const found = spreadsheets.get(id);
      if (!found) throw new Error(`The peer has no spreadsheet ${id}.`);
      return found;
    },
    share(id, email, role = "viewer") {
      peer.spreadsheet(id).sharedWith.add(email);
      if (role === "editor") peer.spreadsheet(id).editors.add(email);
    },
    failNext: (failure) => void failures.push({ failure, left: failure.times ?? 1 }),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", origin);
    const route =
      /^\/v4\/spreadsheets\/([^/:]+)(?:\/values\/([^/]+)|\/?(values:batchUpdateByDataFilter|:batchUpdate))?$/u.exec(
        url.pathname,
      );
    if (url.pathname === "/trap") peer.trapped.push(`${request.method} ${url.pathname}`);
    const call = url.pathname === "/token" ? "token" : callOf(route);
    if (call !== "token" && route === null) return send(request, response, url, { status: 404, body: "Not Found" });

    const body = await text(request);
    peer.requests.push({ call, url: url.href, headers: request.headers });
    for (const { arrived } of arrivals.filter((one) => one.call === call)) arrived();
    arrivals = arrivals.filter((one) => one.call !== call);

    const failure = takeFailure(call);
    if (failure && "hang" in failure) return;
    if (failure && "holdUntil" in failure) await failure.holdUntil;
    if (failure && "inBetween" in failure) failure.inBetween();
    const answer =
      failure && "answer" in failure
        ? failure.answer
        : call === "token"
          ? grant(request, body)
          : call === "batchUpdate" || call === "write"
            ? change(request, url, decodeURIComponent(route?.[1] ?? ""), call, body)
            : read(request, url, decodeURIComponent(route?.[1] ?? ""), route?.[2] && decodeURIComponent(route[2]));
    return send(request, response, url, answer, failure && "cutAfterBytes" in failure ? failure.cutAfterBytes : null);
  }

  function takeFailure(call: PeerCall): PeerFailure | undefined {
    const at = failures.findIndex(({ failure }) => (failure.on ?? call) === call);
    const found = failures[at];
    if (found && --found.left === 0) failures.splice(at, 1);
    return found?.failure;
  }

  function grant(request: IncomingMessage, body: string): GoogleAnswer {
    if (request.method !== "POST") return { status: 405, body: "Method Not Allowed" };
    return tokens.grant(new URLSearchParams(body), peer.tokenUrl, peer.clock());
  }

  function read(request: IncomingMessage, url: URL, id: string, range: string | undefined): GoogleAnswer {
    const caller = identify(request, url);
    if ("refusal" in caller) return caller.refusal;
    const found = spreadsheets.get(id);
    if (!found) return refusals.notFound();
    if (!found.isPublic && !(caller.email !== null && found.sharedWith.has(caller.email)))
      return refusals.permissionDenied();
    if (found.isOfficeFile) return refusals.notNative();
    if (range !== undefined) return found.values(range, url.searchParams);
    const fields = url.searchParams.get("fields");
    const ranges = url.searchParams.getAll("ranges");
    const answer = ranges.length === 0 ? { status: 200, body: found.describe() } : found.describeRanges(ranges);
    return answer.status !== 200 || fields === null
      ? answer
      : { status: 200, body: applyFieldMask(answer.body, fields) };
  }

  function change(
    request: IncomingMessage,
    url: URL,
    id: string,
    call: "batchUpdate" | "write",
    body: string,
  ): GoogleAnswer {
    const caller = identify(request, url);
    if ("refusal" in caller) return caller.refusal;
    if (caller.email === null) return refusals.unauthenticated();
    if (!caller.scopes.some((scope) => WRITING.has(scope))) return refusals.scopeInsufficient();
    const found = spreadsheets.get(id);
    if (!found) return refusals.notFound();
    if (!found.editors.has(caller.email)) return refusals.permissionDenied();
    if (found.isOfficeFile) return refusals.notNative();
    const asked: unknown = JSON.parse(body);
    return call === "write" ? found.batchUpdateByDataFilter(asked) : found.batchUpdate(asked);
  }

  /** A token identifies the caller, an API key only the project. */
  function identify(
    request: IncomingMessage,
    url: URL,
  ): { email: string | null; scopes: readonly string[] } | { refusal: GoogleAnswer } {
    const bearer = /^Bearer (.+)$/u.exec(request.headers.authorization ?? "")?.[1];
    if (bearer !== undefined) {
      const holder = tokens.holder(bearer, peer.clock());
      return holder ?? { refusal: refusals.unauthenticated() };
    }
    const apiKey = request.headers["x-goog-api-key"] ?? url.searchParams.get("key");
    if (typeof apiKey !== "string") return { refusal: refusals.unregisteredCaller() };
    return apiKeys.has(apiKey) ? { email: null, scopes: [] } : { refusal: refusals.apiKeyInvalid() };
  }

  return peer;
}

function callOf(route: RegExpExecArray | null): PeerCall {
  if (route?.[3] !== undefined) return route[3] === ":batchUpdate" ? "batchUpdate" : "write";
  return route?.[2] === undefined ? "spreadsheet" : "values";
}

/** Like Google: indented JSON unless asked otherwise, gzip if accepted. */
async function send(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  { status, headers = {}, body }: GoogleAnswer,
  cutAfterBytes: number | null = null,
): Promise<void> {
  const isText = typeof body === "string";
  const indent = url.searchParams.get("prettyPrint") === "false" ? 0 : 2;
  const plain = Buffer.from(isText ? body : `${JSON.stringify(body, null, indent)}\n`);
  const zipped = cutAfterBytes === null && /\bgzip\b/u.test(request.headers["accept-encoding"] ?? "");
  const bytes = zipped ? await promisify(gzip)(plain, { level: 1 }) : plain;
  response.writeHead(status, {
    "content-type": isText ? "text/html; charset=UTF-8" : "application/json; charset=UTF-8",
    "content-length": bytes.length,
    vary: "Origin, X-Origin, Referer",
    ...(zipped && { "content-encoding": "gzip" }),
    ...headers,
  });
  if (cutAfterBytes === null) response.end(bytes);
  else response.write(bytes.subarray(0, cutAfterBytes), () => response.destroy());
}
