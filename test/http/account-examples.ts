import { Secret, TOTP } from "otpauth";
import { expect } from "vitest";
import type { accountEndpoints } from "#shared/contract/account-endpoints.ts";
import type { EndpointKey } from "#shared/contract/endpoints.ts";
import type { CallInput, TestWinnow } from "#test/harness.ts";

/** An owner, a member and an invited account. */
export const ADA = { username: "Ada", password: "a quiet lamp upon the desk" };
export const BOB = { username: "Bob", password: "seven boats on a grey river" };
export const CHOSEN = "a kettle and three green chairs";

/** IDs and secrets used by the account calls. */
export interface KnownAccounts {
  userId: string;
  assignmentRuleId: string;
  invitedId: string;
  tokenId: string;
  sessionId: string;
  /** The secret of an unused link. */
  invitation: string;
  /** The secret of an authenticator that is being set up. */
  code: string;
}

/** Placeholders for when there are no accounts. */
export const NO_ACCOUNTS: KnownAccounts = {
  userId: "1",
  assignmentRuleId: "1",
  invitedId: "1",
  tokenId: "1",
  sessionId: "1",
  invitation: "-",
  code: "000000",
};

/** Creates the first owner, who stays signed in, and one of each of the rest. */
export async function makeAccounts(winnow: TestWinnow): Promise<KnownAccounts> {
  await winnow.ok("POST /api/session/first-owner", { body: ADA });
  const member = await winnow.ok("POST /api/users", { body: { ...BOB, role: "member" } });
  const invited = await winnow.ok("POST /api/users", { body: { username: "Cy", role: "viewer" } });
  await winnow.browser().ok("POST /api/session", { body: ADA });
  const other = (await winnow.ok("GET /api/sessions")).find(({ isCurrent }) => !isCurrent);
  const { id: assignmentRuleId } = await winnow.ok("POST /api/assignment-rules", { body: assignmentRule(member.id) });
  const { id: tokenId } = await winnow.ok("POST /api/tokens", {
    body: { name: "Import", scopes: ["intake"], password: ADA.password },
  });
  const { secret } = await winnow.ok("POST /api/session/second-factor", { body: { password: ADA.password } });
  return {
    userId: member.id,
    assignmentRuleId,
    invitedId: invited.id,
    tokenId,
    sessionId: other?.id ?? "",
    invitation: secretOf(invited.invitation),
    code: codeOf(secret, winnow.workspace.clock()),
  };
}

/** The secret in a link's fragment. */
export function secretOf(invitation: string | null): string {
  expect(invitation).toMatch(/^\/invitation#[\w-]{43}$/u);
  return invitation?.split("#")[1] ?? "";
}

/** The code that an authenticator shows at a given time. */
export function codeOf(secret: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });
}

function assignmentRule(accountId: string): object {
  const people = [{ accountId, weight: 2 }];
  return { name: "All", conditions: { minScore: 10 }, strategy: "round_robin", people };
}

type AccountKey =
  | Exclude<keyof typeof accountEndpoints, `${string}/people/${string}`>
  | Extract<EndpointKey, `${string} /api/${"assignment-rules" | "availability"}${string}`>;

/** A successful call for each account endpoint, made as the signed-in owner. */
export function accountExamples(known: KnownAccounts): Record<AccountKey, CallInput> {
  const { userId, assignmentRuleId, invitedId, tokenId, sessionId, invitation, code } = known;
  return {
    "GET /api/assignment-rules": {},
    "POST /api/assignment-rules": { body: assignmentRule(userId) },
    "PATCH /api/assignment-rules/{id}": { id: assignmentRuleId, body: { isActive: false, before: null } },
    "DELETE /api/assignment-rules/{id}": { id: assignmentRuleId },
    "POST /api/assignment-rules/preview": { body: { rules: [assignmentRule(userId)] } },
    "POST /api/assignment-rules/run": {},
    "GET /api/availability": {},
    "PUT /api/availability/{id}": { id: userId, body: { perDay: 5, awayFrom: null, awayTo: "2026-06-01" } },
    "GET /api/session": {},
    "POST /api/session": { body: ADA },
    "DELETE /api/session": {},
    "POST /api/session/first-owner": { body: ADA },
    "POST /api/session/invitation": { body: { token: invitation, password: CHOSEN } },
    "POST /api/session/password": { body: { currentPassword: ADA.password, newPassword: CHOSEN } },
    "POST /api/session/second-factor": { body: { password: ADA.password } },
    "POST /api/session/second-factor/confirm": { body: { code } },
    "POST /api/session/second-factor/remove": { body: { password: ADA.password } },
    "GET /api/session/digest": {},
    "PATCH /api/session/digest": { body: { isOn: true, hour: 7, timeZone: "Europe/Paris", mentions: true } },
    "GET /api/sessions": { query: { all: "true" } },
    "DELETE /api/sessions/{id}": { id: sessionId },
    "GET /api/users": {},
    "POST /api/users": { body: { username: "Dee", role: "viewer" } },
    "PATCH /api/users/{id}": { id: userId, body: { role: "viewer" } },
    "POST /api/users/{id}/invitation": { id: userId },
    "DELETE /api/users/{id}/invitation": { id: invitedId },
    "DELETE /api/users/{id}": { id: userId },
    "GET /api/tokens": {},
    "POST /api/tokens": { body: { name: "Prometheus", scopes: ["metrics"], days: 30, password: ADA.password } },
    "PATCH /api/tokens/{id}": { id: tokenId, body: { name: "Imports" } },
    "DELETE /api/tokens/{id}": { id: tokenId },
    "GET /api/audit": { query: { limit: 10 } },
  };
}

/** Whether an endpoint is about accounts: without accounts it answers differently. */
export function isOfAccounts(key: EndpointKey): boolean {
  return Object.hasOwn(accountExamples(NO_ACCOUNTS), key);
}
