import { createHash } from "node:crypto";
import { LIMITS } from "#shared/limits.ts";
import type { Secrets } from "#server/platform/secrets.ts";

/** A link's contents: the lead, the decision, the report or digest, and the expiry. */
export interface DecisionLink {
  leadId: string;
  decision: "approved" | "rejected";
  reportKey: string;
  /** Seconds since 1970. */
  expiresAt: number;
  /** Whose digest it is from, who decides; null for a report's. */
  accountId: string | null;
}

const PURPOSE = "report link";
const DAY_SECONDS = 86_400;
const KEY_LENGTH = 16;
const TOKEN = /^((\d{1,19})\.([ar])\.([\da-f]{16})\.([\da-z]{1,9})(?:\.(\d{1,19}))?)\.([\w-]{43})$/u;

/** Identifies a report in its links without revealing its window. */
export function reportKeyOf(windowKey: string): string {
  return createHash("sha256").update(windowKey).digest("hex").slice(0, KEY_LENGTH);
}

/** When the links of a report made at this moment expire. */
export function linksEnd(at: Date): number {
  return Math.floor(at.getTime() / 1_000) + LIMITS.report.linkDays * DAY_SECONDS;
}

/** When a link was made, to the second. */
export function linkBegan({ expiresAt }: Pick<DecisionLink, "expiresAt">): Date {
  return new Date((expiresAt - LIMITS.report.linkDays * DAY_SECONDS) * 1_000);
}

/** A link as the path segment that authorizes its holder: the contents, signed. */
export function writeDecisionLink(secrets: Pick<Secrets, "sign">, link: DecisionLink): string {
  const { leadId, decision, reportKey, expiresAt, accountId } = link;
  const parts = [leadId, decision === "approved" ? "a" : "r", reportKey, expiresAt.toString(36)];
  const text = [...parts, ...(accountId === null ? [] : [accountId])].join(".");
  return `${text}.${secrets.sign(text, PURPOSE)}`;
}

/** A link's contents; null if this server hasn't signed it. The caller checks the expiry. */
export function readDecisionLink(secrets: Pick<Secrets, "isSigned">, token: string): DecisionLink | null {
  const [, text = "", leadId = "", decision, reportKey = "", expiresAt = "", accountId = null, signature = ""] =
    TOKEN.exec(token) ?? [];
  if (text === "" || !secrets.isSigned(text, signature, PURPOSE)) return null;
  return {
    leadId,
    decision: decision === "a" ? "approved" : "rejected",
    reportKey,
    expiresAt: Number.parseInt(expiresAt, 36),
    accountId,
  };
}
