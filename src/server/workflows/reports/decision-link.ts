import { createHash } from "node:crypto";
import { LIMITS } from "#shared/limits.ts";
import type { Secrets } from "#server/platform/secrets.ts";

/** What a report's link says: which lead, what is decided, in which report, and until when. */
export interface DecisionLink {
  leadId: string;
  decision: "approved" | "rejected";
  reportKey: string;
  /** Seconds since 1970. */
  expiresAt: number;
}

const PURPOSE = "report link";
const DAY_SECONDS = 86_400;
const KEY_LENGTH = 16;
const TOKEN = /^((\d{1,19})\.([ar])\.([\da-f]{16})\.([\da-z]{1,9}))\.([\w-]{43})$/u;

/** What names a report in its links: nobody can tell its window from it. */
export function reportKeyOf(windowKey: string): string {
  return createHash("sha256").update(windowKey).digest("hex").slice(0, KEY_LENGTH);
}

/** When the links of a report made at this moment end. */
export function linksEnd(at: Date): number {
  return Math.floor(at.getTime() / 1_000) + LIMITS.report.linkDays * DAY_SECONDS;
}

/** A link as the part of an address that lets in whoever has it: what it says, signed. */
export function writeDecisionLink(secrets: Pick<Secrets, "sign">, link: DecisionLink): string {
  const { leadId, decision, reportKey, expiresAt } = link;
  const text = [leadId, decision === "approved" ? "a" : "r", reportKey, expiresAt.toString(36)].join(".");
  return `${text}.${secrets.sign(text, PURPOSE)}`;
}

/** What a link says; null when this server has not signed it. Whether it has expired is for the caller to see. */
export function readDecisionLink(secrets: Pick<Secrets, "isSigned">, token: string): DecisionLink | null {
  const [, text = "", leadId = "", decision, reportKey = "", expiresAt = "", signature = ""] = TOKEN.exec(token) ?? [];
  if (text === "" || !secrets.isSigned(text, signature, PURPOSE)) return null;
  return {
    leadId,
    decision: decision === "a" ? "approved" : "rejected",
    reportKey,
    expiresAt: Number.parseInt(expiresAt, 36),
  };
}
