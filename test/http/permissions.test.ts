import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpoints } from "#shared/contract/endpoints.ts";
import { TOKEN_SCOPES } from "#shared/roles.ts";
import type { IdentityProvider } from "#server/features/accounts/credentials/identity-provider.ts";
import { AppError } from "#server/platform/errors.ts";
import { FORM_HOOK_PATH } from "#server/features/forms/form-hook.ts";
import { openWinnow, type TestWinnow } from "#test/harness.ts";
import { jobsEnded } from "#test/jobs.ts";
import { ADA, BOB, CHOSEN } from "#test/http/account-examples.ts";

type Needed = "anyone" | "signed-in" | "read" | "intake" | "work" | "manage" | "accounts" | "metrics" | "mcp";

/** The permission of each call, by hand: a change in the contract must be repeated here on purpose. */
const NEEDED: Readonly<Record<Exclude<Needed, "metrics" | "mcp">, readonly string[]>> = {
  anyone: [
    "GET /api/session",
    "POST /api/session",
    "DELETE /api/session",
    "POST /api/session/first-owner",
    "POST /api/session/invitation",
  ],
  "signed-in": [
    "POST /api/session/password",
    "POST /api/session/second-factor",
    "POST /api/session/second-factor/confirm",
    "POST /api/session/second-factor/remove",
    "GET /api/session/digest",
    "PATCH /api/session/digest",
    "GET /api/sessions",
    "DELETE /api/sessions/{id}",
    "GET /api/tokens",
    "POST /api/tokens",
    "PATCH /api/tokens/{id}",
    "DELETE /api/tokens/{id}",
  ],
  read: [
    "GET /api/leads",
    "GET /api/leads/totals",
    "GET /api/leads/field-totals",
    "GET /api/leads/to-review",
    "GET /api/leads/{id}",
    "GET /api/leads/{id}/comments",
    "GET /api/leads/{id}/explanation",
    "GET /api/leads/{id}/provenance",
    "POST /api/leads/{id}/merge-preview",
    "GET /api/companies/{key}",
    "GET /api/duplicates",
    "GET /api/leads/{id}/follow-ups",
    "GET /api/leads/{id}/suppression",
    "GET /api/jobs",
    "GET /api/jobs/{id}",
    "GET /api/schedules",
    "GET /api/data-sources",
    "GET /api/scraper/figures",
    "GET /api/scrape-targets",
    "GET /api/scrape-targets/{id}/runs",
    "GET /api/scrape-runs/{id}",
    "GET /api/gmail/config",
    "GET /api/gmail/emails",
    "GET /api/gmail/emails/{id}/message",
    "GET /api/gmail/learning",
    "GET /api/mail-sign-ins",
    "GET /api/form-submissions",
    "GET /api/hosted-forms",
    "GET /api/form-submissions/{id}",
    "GET /api/replays/latest",
    "GET /api/replays/{id}/changes",
    "GET /api/dashboard/stats",
    "GET /api/dashboard/pipeline",
    "GET /api/dashboard/activity",
    "GET /api/dashboard/status",
    "GET /api/dashboard/leads-over-time",
    "GET /api/dashboard/score-distribution",
    "GET /api/dashboard/funnel",
    "GET /api/dashboard/rule-contributions",
    "GET /api/rules",
    "GET /api/rules/file",
    "GET /api/rules/checks",
    "GET /api/rules/fact-names",
    "POST /api/what-if",
    "GET /api/learning",
    "GET /api/email-settings",
    "GET /api/settings",
    "GET /api/lead-views",
    "GET /api/tags",
    "GET /api/lead-fields",
    "GET /api/notifications",
    "GET /api/team",
    "POST /api/notifications/read",
    "POST /api/chat",
    "GET /api/support",
    "POST /api/support-requests",
    "GET /api/sample-leads",
    "GET /api/journal",
  ],
  intake: [
    "POST /api/leads",
    "POST /api/leads/batch",
    "POST /api/process-email",
    "GET /api/imports",
    "GET /api/imports/{id}",
    "PATCH /api/imports/{id}",
    "DELETE /api/imports/{id}",
    "POST /api/imports/{id}/start",
    "POST /api/imports/{id}/cancel",
  ],
  work: [
    "PATCH /api/leads/{id}",
    "DELETE /api/leads/{id}",
    "PUT /api/leads/{id}/next-step",
    "DELETE /api/leads/{id}/next-step",
    "POST /api/leads/{id}/next-step/done",
    "POST /api/leads/{id}/comments",
    "PATCH /api/leads/{id}/comments/{commentId}",
    "DELETE /api/leads/{id}/comments/{commentId}",
    "POST /api/leads/bulk-status",
    "POST /api/leads/bulk-owner",
    "POST /api/leads/bulk-delete",
    "POST /api/leads/bulk-cancel",
    "POST /api/leads/{id}/provenance",
    "POST /api/leads/{id}/merge",
    "POST /api/leads/{id}/crm/{connectionId}",
    "POST /api/companies/{key}/read",
    "POST /api/duplicates/{id}/dismiss",
    "PATCH /api/leads/{id}/follow-ups/{questionId}",
    "POST /api/leads/{id}/follow-ups/{questionId}/send",
    "POST /api/leads/{id}/follow-ups/{questionId}/dismiss",
    "POST /api/leads/{id}/follow-ups/stop",
    "POST /api/leads/{id}/suppression/lift",
    "POST /api/jobs/{id}/cancel",
    "POST /api/jobs/{id}/retry",
    "POST /api/jobs/{id}/drop",
    "POST /api/schedules/{id}/run",
    "POST /api/sync-leads",
    "POST /api/sync-leads/cancel",
    "POST /api/scrape-targets",
    "PATCH /api/scrape-targets/{id}",
    "DELETE /api/scrape-targets/{id}",
    "POST /api/scrape-targets/{id}/scrape",
    "POST /api/scrape-targets/{id}/cancel",
    "PUT /api/gmail/rules",
    "POST /api/gmail/sync",
    "POST /api/gmail/sync/cancel",
    "PATCH /api/gmail/emails/{id}",
    "POST /api/imports/{id}/undo",
    "POST /api/replays",
    "POST /api/replays/{id}/apply",
    "POST /api/replays/{id}/cancel",
    "POST /api/send-report",
    "GET /api/send-report/preview",
    "POST /api/send-report/test",
    "POST /api/rules",
    "PATCH /api/rules/{id}",
    "DELETE /api/rules/{id}",
    "PUT /api/rules",
    "POST /api/rules/import",
    "POST /api/learning/dismissals",
    "POST /api/lead-views",
    "POST /api/leads/bulk-tags",
    "POST /api/leads/bulk-fields",
    "POST /api/tags",
    "PATCH /api/tags/{id}",
    "POST /api/tags/{id}/merge",
    "DELETE /api/tags/{id}",
    "PATCH /api/lead-views/{id}",
    "DELETE /api/lead-views/{id}",
    "POST /api/journal/{id}/undo",
  ],
  accounts: [
    "GET /api/users",
    "POST /api/users",
    "PATCH /api/users/{id}",
    "POST /api/users/{id}/invitation",
    "DELETE /api/users/{id}/invitation",
    "DELETE /api/users/{id}",
  ],
  manage: [
    "GET /api/assignment-rules",
    "POST /api/lead-fields",
    "GET /api/lead-fields/{id}/promotion",
    "POST /api/lead-fields/{id}/promotion",
    "GET /api/lead-fields/{id}/conversion",
    "POST /api/lead-fields/{id}/conversion",
    "POST /api/lead-fields/{id}/demotion",
    "PATCH /api/lead-fields/{id}",
    "DELETE /api/lead-fields/{id}",
    "POST /api/assignment-rules",
    "PATCH /api/assignment-rules/{id}",
    "DELETE /api/assignment-rules/{id}",
    "POST /api/assignment-rules/preview",
    "POST /api/assignment-rules/run",
    "GET /api/availability",
    "PUT /api/availability/{id}",
    "GET /api/audit",
    "GET /api/people/{email}/data",
    "DELETE /api/people/{email}",
    "POST /api/people/{email}/readmit",
    "GET /api/backups",
    "GET /api/crm-connections",
    "POST /api/crm-connections",
    "POST /api/crm-connections/test",
    "PATCH /api/crm-connections/{id}",
    "DELETE /api/crm-connections/{id}",
    "GET /api/crm-connections/{id}/fields",
    "GET /api/crm-connections/{id}/preview",
    "GET /api/write-backs",
    "POST /api/write-backs",
    "PATCH /api/write-backs/{id}",
    "DELETE /api/write-backs/{id}",
    "GET /api/webhook-endpoints",
    "POST /api/webhook-endpoints",
    "PATCH /api/webhook-endpoints/{id}",
    "DELETE /api/webhook-endpoints/{id}",
    "POST /api/webhook-endpoints/{id}/test",
    "POST /api/webhook-endpoints/{id}/rotate-secret",
    "GET /api/webhook-endpoints/{id}/deliveries",
    "POST /api/webhook-endpoints/{id}/deliveries/{deliveryId}/replay",
    "POST /api/data-sources",
    "PATCH /api/data-sources/{id}",
    "DELETE /api/data-sources/{id}",
    "POST /api/data-sources/test",
    "POST /api/gmail/config",
    "POST /api/gmail/test",
    "PUT /api/mail-sign-ins/{provider}",
    "DELETE /api/mail-sign-ins/{provider}",
    "POST /api/mail-sign-ins/{provider}/connect",
    "GET /api/form-hook",
    "PATCH /api/form-hook",
    "POST /api/form-hook/regenerate",
    "POST /api/hosted-forms",
    "PATCH /api/hosted-forms/{id}",
    "DELETE /api/hosted-forms/{id}",
    "POST /api/email-settings",
    "PATCH /api/email-settings/{id}",
    "POST /api/email-settings/test",
    "PUT /api/settings",
    "POST /api/sample-leads",
    "DELETE /api/sample-leads",
  ],
};

/** The router's routes outside of the endpoint table, without HEAD. */
const UNLISTED: readonly (readonly [route: string, needed: Needed])[] = [
  ["GET /api/leads/export", "read"],
  ["GET /api/events", "read"],
  ["GET /api/gmail/emails/:id/message/html", "read"],
  ["GET /api/mail-sign-ins/callback", "manage"],
  ["GET /api/imports/:id/rejects", "intake"],
  ["POST /api/imports", "intake"],
  ["GET /api/openapi.json", "read"],
  ["GET /api/docs", "read"],
  ["GET /api/docs/", "read"],
  ["GET /api/docs/*", "read"],
  ["GET /api/session/oidc", "anyone"],
  ["GET /api/session/oidc/callback", "anyone"],
  ["GET /mcp", "mcp"],
  ["POST /mcp", "mcp"],
  ["DELETE /mcp", "mcp"],
  ["GET /.well-known/oauth-protected-resource", "anyone"],
  ["GET /.well-known/oauth-protected-resource/mcp", "anyone"],
  ["GET /metrics", "metrics"],
  ["GET /healthz", "anyone"],
  ["GET /readyz", "anyone"],
  ["GET /u/:token", "anyone"],
  ["POST /u/:token", "anyone"],
  ["GET /act/:token", "anyone"],
  ["POST /act/:token", "anyone"],
  ["POST /act/:token/undo", "anyone"],
  ["GET /u/digest/:token", "anyone"],
  ["POST /u/digest/:token", "anyone"],
  ["GET /u/mentions/:token", "anyone"],
  ["POST /u/mentions/:token", "anyone"],
  ["GET /f/:token", "anyone"],
  ["GET /f/:token/form.js", "anyone"],
  ["POST /f/:token", "anyone"],
  ["OPTIONS /f/:token", "anyone"],
  ["GET /f/confirm/:token", "anyone"],
  ["POST /f/confirm/:token", "anyone"],
  [`GET ${FORM_HOOK_PATH}/:token`, "anyone"],
  [`POST ${FORM_HOOK_PATH}/:token`, "anyone"],
  [`OPTIONS ${FORM_HOOK_PATH}/:token`, "anyone"],
];

/** Paths without a route. */
const NOWHERE: readonly (readonly [address: string, needed: Needed])[] = [
  ["GET /", "anyone"],
  ["GET /leads", "anyone"],
  ["GET /assets/nothing.js", "anyone"],
  ["GET /api/nothing", "signed-in"],
  ["DELETE /api/leads", "signed-in"],
  ["PUT /api/nothing/at/all", "signed-in"],
];

const unreachable = (): Promise<never> => Promise.reject(new AppError("identity_provider_failed", 502, "Not here."));
const PROVIDER: IdentityProvider = { name: "Nobody", begin: unreachable, finish: unreachable };

/** The router's own tree, including plugins' routes, as "GET /path" without HEAD. */
function routesOf(tree: string): string[] {
  const above: string[] = [];
  return tree.split("\n").flatMap((line) => {
    const [, indent = "", part = "", methods = ""] = /^([│├└─ ]*)(\S+) \(([^)]+)\)$/u.exec(line) ?? [];
    if (part === "") return [];
    const depth = indent.length / 4;
    const path = above.slice(0, depth - 1).join("") + part;
    above.splice(depth - 1, above.length, part);
    return methods
      .split(", ")
      .filter((method) => method !== "HEAD")
      .map((method) => `${method} ${path}`);
  });
}

const OF_VIEWERS = ["anyone", "signed-in", "read"];
const MAY: Readonly<Record<string, readonly string[]>> = {
  nobody: ["anyone"],
  viewer: OF_VIEWERS,
  member: [...OF_VIEWERS, "intake", "work"],
  owner: [...OF_VIEWERS, "intake", "work", "manage", "accounts", "metrics"],
  ...Object.fromEntries(TOKEN_SCOPES.map((scope) => [`token ${scope}`, ["anyone", "mcp", scope]])),
};
const callers = Object.keys(MAY);

let winnow: TestWinnow;
/** The credentials of each caller. */
let shown: Record<string, Record<string, string>>;

beforeAll(async () => {
  winnow = await openWinnow("sqlite", { access: { identityProvider: { provider: PROVIDER, newRole: null } } });
  await winnow.ok("POST /api/session/first-owner", { body: ADA });
  await winnow.ok("POST /api/users", { body: { ...BOB, role: "member" } });
  await winnow.ok("POST /api/users", { body: { username: "Cy", role: "viewer", password: CHOSEN } });
  const cookieOf = async (body: object): Promise<Record<string, string>> => {
    const answer = await winnow.browser().call("POST /api/session", { body });
    return { cookie: `winnow_session=${answer.cookies[0]?.value}` };
  };
  shown = {
    nobody: {},
    viewer: await cookieOf({ username: "Cy", password: CHOSEN }),
    member: await cookieOf(BOB),
    owner: await cookieOf(ADA),
  };
  for (const scope of TOKEN_SCOPES) {
    const { token } = await winnow.ok("POST /api/tokens", {
      body: { name: scope, scopes: [scope], password: ADA.password },
    });
    shown[`token ${scope}`] = { authorization: `Bearer ${token}` };
  }
});
afterAll(() => winnow.close());

/** How the caller was rejected, whatever else is wrong with the call; "through" when it wasn't. */
function refusal(answer: LightMyRequestResponse): 401 | 403 | "through" {
  const isProblem = answer.headers["content-type"] === "application/problem+json; charset=utf-8";
  const { type = "" } = isProblem ? answer.json() : {};
  if (type === "urn:winnow:problem:sign_in_needed") return answer.statusCode === 401 ? 401 : "through";
  return answer.statusCode === 403 && type === "urn:winnow:problem:not_allowed" ? 403 : "through";
}

function expected(caller: string, needed: string): 401 | 403 | "through" {
  if (MAY[caller]?.includes(needed) === true) return "through";
  return caller === "nobody" ? 401 : 403;
}

/** Calls with invalid input: only callers with permission may learn that. */
async function callAs(caller: string, route: string): Promise<401 | 403 | "through"> {
  const [method = "", path = ""] = route.split(" ");
  const url = path.replaceAll(/\{\w+\}|:\w+/gu, "0").replace("*", "static/swagger-ui.css");
  const payload = method === "GET" ? undefined : "{";
  const headers = { ...shown[caller], ...(payload !== undefined && { "content-type": "application/json" }) };
  const answer = await winnow.app.inject({ method: method as "GET", url, headers, ...(payload && { payload }) });
  return refusal(answer);
}

test("the endpoint table requires the permissions listed here", () => {
  const stated = Object.entries(endpoints).map(([key, { permission }]) => [key, permission]);
  const written = Object.entries(NEEDED).flatMap(([needed, keys]) => keys.map((key) => [key, needed]));
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(stated));
});

test("every route is in the table or listed here", () => {
  const routes = routesOf(winnow.app.printRoutes({ commonPrefix: false }));
  const table = Object.keys(endpoints).map((key) => key.replaceAll(/\{(\w+)\}/gu, ":$1"));
  const known = [...table, ...UNLISTED.map(([route]) => route)];
  // Unknown paths under /api/ require a session with any method.
  expect(routes.filter((route) => !route.endsWith(" *")).toSorted()).toEqual(known.toSorted());
});

test("docs/operations.md names every public address that a proxy forwards", async () => {
  const page = await readFile(join(import.meta.dirname, "../../docs/operations.md"), "utf8");
  const [sentence = ""] = /forward only [^.]+/u.exec(page) ?? [];
  const folders = [...sentence.matchAll(/`([^`]+)`/gu)].map(([, folder = ""]) => folder);
  const open = UNLISTED.flatMap(([route, needed]) => (needed === "anyone" && route.includes(":") ? [route] : []));
  expect(open.filter((route) => !folders.some((folder) => route.includes(` ${folder}`)))).toEqual([]);
});

describe.each(callers)("%s", (caller) => {
  test.each(Object.entries(NEEDED))("calls that need %s", async (needed, keys) => {
    for (const key of keys.filter((one) => one !== "DELETE /api/session")) {
      expect([key, await callAs(caller, key)]).toEqual([key, expected(caller, needed)]);
    }
  });

  test.each(
    [...UNLISTED, ...NOWHERE].filter(
      ([route, needed]) => route !== "GET /api/events" || expected(caller, needed) !== "through",
    ),
  )("%s", async (route, needed) => {
    expect(await callAs(caller, route)).toBe(expected(caller, needed));
  });
});

test("no token can touch accounts, tokens, sessions, passwords or second factors", async () => {
  const { token } = await winnow.ok("POST /api/tokens", {
    body: { name: "Everything", scopes: [...TOKEN_SCOPES], password: ADA.password },
  });
  const authorization = `Bearer ${token}`;
  const keys = Object.keys(endpoints).filter((key) =>
    / \/api\/(?:users|tokens|sessions|session\/(?:password|second-factor))\b/u.test(key),
  );
  expect(keys).toHaveLength(16);
  for (const key of keys) {
    const [method = "", path = ""] = key.split(" ");
    const url = path.replaceAll(/\{\w+\}/gu, "1");
    const answer = await winnow.app.inject({ method: method as "GET", url, headers: { authorization } });
    expect([key, answer.statusCode, answer.json().detail]).toEqual([
      key,
      403,
      "API tokens can't manage accounts, tokens, sessions, passwords or two-factor authentication. Sign in instead.",
    ]);
  }
});

test("a route without a permission keeps the server from starting", async () => {
  const other = await openWinnow("sqlite");
  const { app } = other;
  // Routes can be added only until the server is ready.
  app.get("/api/forgotten", async () => "everything");
  await expect(app.ready()).rejects.toThrow("The route GET /api/forgotten has no permission.");
  await other.workspace.store.close();
});

test("only owners run, stop and retry backups by hand, since each replaces the oldest", async () => {
  const run = async (caller: string, id: string) => {
    const headers = { ...shown[caller] };
    return refusal(await winnow.app.inject({ method: "POST", url: `/api/schedules/${id}/run`, headers }));
  };
  expect([await run("member", "backup"), await run("token work", "backup"), await run("owner", "backup")]).toEqual([
    403,
    403,
    "through",
  ]);
  expect([await run("member", "duplicates"), await run("token work", "nothing")]).toEqual(["through", "through"]);
  await jobsEnded(winnow.workspace);

  const newest = async (kind: string): Promise<string> =>
    (await winnow.ok("GET /api/jobs", { query: { kind } })).jobs[0]?.id ?? "";
  const act = async (caller: string, id: string, what: string) => {
    const headers = { ...shown[caller] };
    return refusal(await winnow.app.inject({ method: "POST", url: `/api/jobs/${id}/${what}`, headers }));
  };
  const [backup, other] = [await newest("backup"), await newest("duplicates")];
  for (const what of ["cancel", "retry", "drop"]) {
    const ofBackup = [await act("member", backup, what), await act("token work", backup, what)];
    expect([what, ...ofBackup, await act("member", other, what)]).toEqual([what, 403, 403, "through"]);
  }
  expect(await winnow.ok("GET /api/jobs/{id}", { id: backup })).toMatchObject({ state: "done" });
  for (const what of ["cancel", "retry", "drop"]) expect(await act("owner", backup, what)).toBe("through");
});

test("a token can do no more than its owner's current role, and nothing once expired or deleted", async () => {
  const bob = winnow.browser();
  await bob.ok("POST /api/session", { body: BOB });
  const refused = await bob.call("POST /api/tokens", {
    body: { name: "Everything", scopes: ["work", "manage"], password: BOB.password },
  });
  expect(refused.statusCode).toBe(403);
  const make = () =>
    bob.ok("POST /api/tokens", {
      body: { name: "Sync", scopes: ["work", "read"], days: 1, password: BOB.password },
    });
  let made = await make();
  expect(made.token.startsWith(made.prefix)).toBe(true);
  expect(JSON.stringify(await bob.ok("GET /api/tokens"))).not.toContain(made.token);
  const call = async (method: "GET" | "PUT", headers: Record<string, string> = {}): Promise<number> => {
    const authorization = `Bearer ${made.token}`;
    const payload = { keywords: [] };
    const answer = await winnow.app.inject({
      method,
      url: method === "GET" ? "/api/rules" : "/api/gmail/rules",
      headers: { host: "localhost:3000", ...headers, authorization },
      ...(method === "PUT" && { payload }),
    });
    return answer.statusCode;
  };
  expect(await call("GET")).toBe(200);
  expect(await call("PUT")).not.toBe(403);
  // No page can make a browser send a token, but a host name that resolves here is still foreign.
  expect(await call("PUT", { origin: "https://app.example" })).not.toBe(403);
  expect(await call("GET", { host: "evil.example" })).toBe(403);

  const { id } = (await winnow.ok("GET /api/users")).find(({ username }) => username === "Bob")!;
  await winnow.ok("PATCH /api/users/{id}", { id, body: { role: "viewer" } });
  expect([await call("GET"), await call("PUT")]).toEqual([200, 403]);
  await winnow.ok("PATCH /api/users/{id}", { id, body: { isActive: false } });
  expect(await call("GET")).toBe(401);
  await winnow.ok("PATCH /api/users/{id}", { id, body: { isActive: true, role: "member" } });
  expect(await call("PUT")).toBe(401);
  await bob.ok("POST /api/session", { body: BOB });
  made = await make();
  expect(await call("PUT")).not.toBe(403);
  await bob.ok("DELETE /api/tokens/{id}", { id: made.id });
  expect(await call("GET")).toBe(401);
});
