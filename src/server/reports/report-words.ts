/** How many of something, in words: "1 lead", "1,200 leads". */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * Text that a stranger wrote, as one line that cannot disturb what stands around it: white space becomes single
 * spaces, control characters and lone surrogates become U+FFFD, and the characters that turn the reading direction
 * around go. `trim` says at which end a space is dropped; it stays where further text follows.
 */
export function cleanLine(text: string, trim: "both" | "start" | "end" = "both"): string {
  const line = text
    .toWellFormed()
    .replace(/[\u202a-\u202e\u2066-\u2069]/gu, "")
    .replace(/\s+/gu, " ")
    .replace(/\p{Cc}/gu, "\ufffd");
  if (trim === "start") return line.trimStart();
  return trim === "end" ? line.trimEnd() : line.trim();
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** In plain text, text with right-to-left letters is wrapped in U+2068 and U+2069, so that it orders only itself. */
export function isolate(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text for HTML, in an element or a quoted attribute alike. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/gu, (character) => ENTITIES[character] ?? character);
}
