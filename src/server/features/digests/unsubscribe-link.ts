import { OTHER_ACTS, type AuditedAction } from "#shared/audit/audited-actions.ts";
import type { Secrets } from "#server/platform/secrets.ts";

/** A kind of email to a team member that its own link turns off without signing in. */
export interface TeamMail {
  /** Where its unsubscribe links lead. */
  path: string;
  /** What its links are signed for. */
  purpose: string;
  audit: AuditedAction;
  /** The setting that its link turns off. */
  setting: "isOn" | "mentions";
  /** What stops, in words. */
  what: string;
}

export const TEAM_MAILS = {
  digest: {
    path: "/u/digest",
    purpose: "digest unsubscribe",
    audit: OTHER_ACTS.stopDigest,
    setting: "isOn",
    what: "your daily digest",
  },
  mentions: {
    path: "/u/mentions",
    purpose: "mentions unsubscribe",
    audit: OTHER_ACTS.stopMentions,
    setting: "mentions",
    what: "emails about mentions",
  },
} satisfies Record<string, TeamMail>;

const TOKEN = /^(\d{1,19})\.([\w-]{43})$/u;

/** An account's unsubscribe link as a path. It doesn't expire, since old emails must stay unsubscribable. */
export function unsubscribePath(
  secrets: Pick<Secrets, "sign">,
  { path, purpose }: TeamMail,
  accountId: string,
): string {
  return `${path}/${accountId}.${secrets.sign(accountId, purpose)}`;
}

/** The account of a link's token; null if this server hasn't signed it for this kind of email. */
export function readUnsubscribeToken(
  secrets: Pick<Secrets, "isSigned">,
  { purpose }: TeamMail,
  token: string,
): string | null {
  const [, accountId = "", signature = ""] = TOKEN.exec(token) ?? [];
  return accountId !== "" && secrets.isSigned(accountId, signature, purpose) ? accountId : null;
}
