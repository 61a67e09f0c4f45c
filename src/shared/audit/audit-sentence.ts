import type { AuditEntry } from "#shared/contract/audit.ts";
import { AUDITED_ACTIONS, type AuditedAction } from "#shared/audit/audited-actions.ts";

/** Recorded as the name of failed sign-ins without an account. */
export const UNKNOWN_NAME = "Unknown username";
/** Before any account exists, the person at the machine. */
const READER = "You";

/** Puts an entry into words, also one of an action that no longer exists. */
export function auditSentence(entry: Pick<AuditEntry, "by" | "via" | "action" | "summary" | "outcome">) {
  return { who: whoOf(entry), did: didOf(entry).replace("{their}", entry.by === READER ? "your" : "their") };
}

/** An action as a choice in a list: "Add a lead". */
export function auditLabel({ phrase: [base, , rest] }: AuditedAction): string {
  const words = `${base} ${rest}`.trim().replace("{their}", "their");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function whoOf({ by, via }: Pick<AuditEntry, "by" | "via">): string {
  if (via === "command") return "Someone at the command line";
  if (by === UNKNOWN_NAME) return "Someone with an unknown username";
  return by === "" ? "Someone" : by;
}

function didOf({ action, summary, outcome, via }: Omit<Parameters<typeof auditSentence>[0], "by">): string {
  const known = AUDITED_ACTIONS.get(action);
  if (known === undefined) {
    const words = summary === "" ? action : summary;
    return outcome === "done" ? `performed “${words}”` : `tried “${words}”`;
  }
  const [base, past, rest] = known.phrase;
  if (outcome !== "done" && via !== "clock") return `tried to ${base} ${rest}`.trim();
  // A stored sentence starts in lower case, the description of an action doesn't.
  if (/^\p{Ll}/u.test(summary)) return summary;
  const result = via === "clock" && summary.includes(": ") ? summary.slice(summary.indexOf(": ")) : "";
  return `${outcome === "done" ? past : `tried to ${base}`} ${rest}`.trim() + result;
}
