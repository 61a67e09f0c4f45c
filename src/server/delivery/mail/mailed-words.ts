import { cutWhole } from "#shared/text/cut-whole.ts";
import { LIMITS } from "#shared/limits.ts";
import { shownAddress, withoutLinks, withoutUnseen } from "#server/delivery/mail/strangers-words.ts";

/**
 * Turns text by strangers into one line that can't affect the text around it: white space becomes single spaces,
 * control characters and lone surrogates become U+FFFD, and invisible characters are removed. `trim` is the end at
 * which spaces are dropped; keep them where more text follows.
 */
export function cleanLine(text: string, trim: "both" | "start" | "end" = "both"): string {
  const line = withoutUnseen(text.toWellFormed())
    .replace(/\s+/gu, " ")
    .replace(/\p{Cc}/gu, "\ufffd");
  if (trim === "start") return line.trimStart();
  return trim === "end" ? line.trimEnd() : line.trim();
}

/** The same for emails: truncated, and without anything that mail programs turn into a link. */
export function mailedLine(text: string): string {
  return withoutLinks(cut(cleanLine(text)));
}

/** An email address for an email; longer ones than the standard allows are truncated. */
export function mailedAddress(text: string): string {
  return shownAddress(cut(cleanLine(text)));
}

function cut(line: string): string {
  const { shownLength } = LIMITS.report;
  return line.length > shownLength ? `${cutWhole(line, shownLength)}…` : line;
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Wraps text with right-to-left letters in U+2068 and U+2069 for plain text, so that it doesn't reorder its
 * surroundings.
 */
export function isolate(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes text for HTML elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/gu, (character) => ENTITIES[character] ?? character);
}
