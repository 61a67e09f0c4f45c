import { isRule, withoutBoilerplate } from "#server/pipeline/mail/quotes/boilerplate.ts";
import { endOfMark, isForwardMark } from "#server/pipeline/mail/quotes/forward.ts";
import { headerBlockAt, mayBeginHeader } from "#server/pipeline/mail/mime/header-block.ts";
import { isQuoted, unquoted } from "#server/pipeline/mail/mime/message-lines.ts";
import { introEnd, isBareIntro, isOriginalMark } from "#server/pipeline/mail/quotes/quote-intro.ts";

/**
 * Returns the lines that a message's writer wrote, including the signature: without quoted messages and their
 * introductions, phone footers and confidentiality notices. Replies between quoted lines are kept. If everything is
 * quoted, it is kept without the marks.
 */
export function peelQuotes(lines: readonly string[]): string[] {
  const own: string[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? "";
    const after = endOfBreak(lines, at);
    if (after === null) {
      if (!isQuoted(line)) own.push(line);
      else dropIntro(own);
      at += 1;
      continue;
    }
    if (isQuoted(line)) dropIntro(own);
    const quoteEnd = endOfQuoted(lines, SNIP.test(lines[after] ?? "") ? after + 1 : after);
    const hasWordsBefore = own.some((kept) => kept.trim() !== "" && !isRule(kept));
    // Without quote marks there is no way to tell where the quote ends, unless nothing else was written.
    if (quoteEnd === after && hasWordsBefore) break;
    at = quoteEnd;
  }
  const kept = withoutBoilerplate(own);
  if (kept.some((line) => line.trim() !== "")) return kept;
  return withoutBoilerplate(lines.filter((_line, at) => endOfBreak(lines, at) === null).map(unquoted));
}

/** "[...]", "<snip>" */
const SNIP = /^\s*[[<(]{0,2}\s?(?:\.{2,}|…|snip\S{0,4})\s?[\])>]{0,2}\s*$/iu;

/** "Anna wrote:" right above a quoted line; anywhere else, without a date, it could be an ordinary sentence. */
function dropIntro(own: string[]): void {
  let last = own.length - 1;
  while (last >= 0 && own.length - last < 3 && (own[last] ?? "").trim() === "") last -= 1;
  if (isBareIntro(own[last] ?? "")) own.length = last;
}

/** If a quote starts at this line, returns where its text begins: after the introduction, mark or header. */
function endOfBreak(lines: readonly string[], at: number): number | null {
  const line = lines[at] ?? "";
  if (line === "") return null;
  if (isOriginalMark(line) || isForwardMark(line))
    return headerBlockAt(lines, nextFilled(lines, endOfMark(lines, at)))?.end ?? endOfMark(lines, at);
  const intro = introEnd(lines, at);
  if (intro !== null) return intro;
  return mayBeginHeader(lines, at) ? (headerBlockAt(lines, at)?.end ?? null) : null;
}

/** The end of the quoted lines, including wrapped ones between them. */
function endOfQuoted(lines: readonly string[], start: number): number {
  let end = start;
  for (let at = start; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (line.trim() === "") continue;
    if (!isQuoted(line) && !(end > start && isBrokenOff(lines, at))) break;
    end = at + 1;
  }
  return end;
}

/** The rest of a long quoted line that wrapped: directly after one quoted line and before another. */
function isBrokenOff(lines: readonly string[], at: number): boolean {
  return isQuoted(lines[at - 1] ?? "") && isQuoted(lines[at + 1] ?? "") && (lines[at - 1] ?? "").length > 60;
}

function nextFilled(lines: readonly string[], from: number): number {
  let at = from;
  while (at < Math.min(lines.length, from + 6) && (lines[at] ?? "").trim() === "") at += 1;
  return at;
}
