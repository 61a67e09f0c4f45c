import { cutWhole } from "#shared/text/cut-whole.ts";
import type { z } from "zod";
import { CRM_FACTS, type CrmKind, inSentence } from "#shared/crm.ts";
import { LIMITS } from "#shared/limits.ts";
import { CrmFailure } from "#server/delivery/crm/crm-failure.ts";
import { retryAfter, type AnswerHeaders, type GuardedFetch } from "#server/platform/guarded-fetch.ts";

export interface CrmAnswer {
  status: number;
  /** Parsed JSON; null for anything else. */
  body: unknown;
  headers: AnswerHeaders;
}

export interface CrmCall {
  method?: "GET" | "POST" | "PATCH";
  headers?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
}

/** Sends a request to a CRM and returns the answer of any status. Throws CrmFailure without one. */
export async function askCrm(
  outbound: GuardedFetch,
  kind: CrmKind,
  url: string,
  { method = "GET", headers = {}, json, form }: CrmCall,
): Promise<CrmAnswer> {
  const content = json === undefined ? undefined : JSON.stringify(json);
  const body = form === undefined ? content : new URLSearchParams(form).toString();
  const type = form === undefined ? "application/json" : "application/x-www-form-urlencoded";
  const outcome = await outbound.fetch(url, {
    method,
    headers: {
      accept: "application/json",
      "user-agent": "Winnow",
      ...headers,
      ...(body !== undefined && { "content-type": type }),
    },
    ...(body !== undefined && { body }),
    bytes: LIMITS.crm.answerBytes,
    milliseconds: LIMITS.webhook.timeout,
    // The credentials are for this address only.
    mayFollow: async () => "It redirects to another address.",
  });
  const { label } = CRM_FACTS[kind];
  if (outcome.kind !== "answered") {
    const sentence = `${label} can't be reached (${lowered(outcome.reason)}): check this server's network, or wait.`;
    throw new CrmFailure("unavailable", sentence, outcome.status);
  }
  return { status: outcome.status, body: parsed(outcome.body), headers: outcome.headers };
}

/** Request timeout, HubSpot's lock during many changes, and its move to another data center. */
const PASSING: ReadonlySet<number> = new Set([408, 423, 477]);

/**
 * The failure that a status stands for in every CRM. `said` is what the CRM answered, `secret` what people entered, and
 * `wait` how long it asks to wait.
 */
export function crmFailure(
  kind: CrmKind,
  { status, headers }: CrmAnswer,
  said: string,
  { scope, wait = null }: { scope?: string; wait?: number | null } = {},
): CrmFailure {
  const { label, record, secret } = CRM_FACTS[kind];
  const words = quoted(said);
  if (status === 401) {
    const sentence = `${label} doesn't accept the ${inSentence(secret.label)}: enter a valid one under Integrations.`;
    return new CrmFailure("access", sentence, status);
  }
  if (status === 429) {
    const asked = retryAfter(headers, new Date()) ?? wait;
    return new CrmFailure("busy", `${label} asked Winnow to wait because its rate limit was reached.`, status, asked);
  }
  if (status === 402 || status === 403) {
    const fix = scope === undefined ? "grant it access to read and write there" : `grant the scope ${scope}`;
    return new CrmFailure("access", `${label} denies access${words}: ${fix}.`, status);
  }
  if (status >= 500 || PASSING.has(status)) {
    const asked = retryAfter(headers, new Date());
    return new CrmFailure("unavailable", `${label} has a problem (${status}); Winnow tries again.`, status, asked);
  }
  const wrong = /owner/iu.test(said) ? "choose other owners" : "correct the lead or choose other fields";
  const sentence = `${label} refused the ${record}${words}: ${wrong} under Integrations.`;
  return new CrmFailure("refused", sentence, status);
}

/** A CRM's words on one line, in parentheses. */
export function quoted(said: string): string {
  const line = said.replaceAll(/\s+/gu, " ").trim().replace(/\.$/u, "");
  if (line === "") return "";
  const { errorLength } = LIMITS.crm;
  return ` (${line.length > errorLength ? `${cutWhole(line, errorLength - 1)}…` : line})`;
}

function lowered(reason: string): string {
  return reason.charAt(0).toLowerCase() + reason.slice(1).replace(/\.$/u, "");
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8")) as unknown;
  } catch {
    return null;
  }
}

/** The answer's content. Throws CrmFailure for another shape, such as a proxy's page. */
export function contentOf<T>(kind: CrmKind, schema: z.ZodType<T>, { body, status }: CrmAnswer): T {
  const content = schema.safeParse(body);
  if (content.success) return content.data;
  const sentence = `${CRM_FACTS[kind].label} sent an unexpected answer; Winnow tries again.`;
  throw new CrmFailure("unavailable", sentence, status);
}

export function isOk({ status }: CrmAnswer): boolean {
  return status >= 200 && status <= 299;
}

/** Whether two names are the same apart from case and blanks. */
export function isSameName(one: string, other: string): boolean {
  const plain = (name: string): string => name.trim().replaceAll(/\s+/gu, " ").toLowerCase();
  return plain(one) !== "" && plain(one) === plain(other);
}
