import { isRule, withoutBoilerplate } from "#server/email-analysis/boilerplate.ts";
import { isForwardMark } from "#server/email-analysis/forward.ts";
import { headerBlockAt } from "#server/email-analysis/header-block.ts";
import { headerLine } from "#server/email-analysis/header-words.ts";
import { isQuoted, unquoted } from "#server/email-analysis/message-lines.ts";
import { introEnd, isOriginalMark } from "#server/email-analysis/quote-intro.ts";

/**
 * The lines that the writer of a message wrote, the signature among them: without the messages that are quoted below or
 * between, what introduces them, what telephones add, and notices of confidentiality. Answers between quoted lines stay.
 * When all is quoted, it stays, without the marks.
 */
export function peelQuotes(lines: readonly string[]): string[] {
  const own: string[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? "";
    const after = endOfBreak(lines, at);
    if (after === null) {
      if (!isQuoted(line)) own.push(line);
      at += 1;
      continue;
    }
    const quoteEnd = endOfQuoted(lines, after);
    const hasWordsBefore = own.some((kept) => kept.trim() !== "" && !isRule(kept));
    // Without marks before the quoted words nothing tells where they end, unless nothing else was written.
    if (quoteEnd === after && hasWordsBefore) break;
    at = quoteEnd;
  }
  const kept = withoutBoilerplate(own);
  if (kept.some((line) => line.trim() !== "")) return kept;
  return withoutBoilerplate(lines.filter((_line, at) => endOfBreak(lines, at) === null).map(unquoted));
}

/** Where the words of somebody else begin, when they do at this line: behind their introduction, mark or header. */
function endOfBreak(lines: readonly string[], at: number): number | null {
  const line = lines[at] ?? "";
  if (line === "") return null;
  if (isOriginalMark(line) || isForwardMark(line))
    return headerBlockAt(lines, nextFilled(lines, at + 1))?.end ?? at + 1;
  const intro = introEnd(lines, at);
  if (intro !== null) return intro;
  return headerLine(line) === null ? null : (headerBlockAt(lines, at)?.end ?? null);
}

/** Behind the lines that are marked as quoted, those between them included that a program broke. */
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

/** A long quoted line that was broken in two: no empty line before it, and quoted ones around it. */
function isBrokenOff(lines: readonly string[], at: number): boolean {
  return isQuoted(lines[at - 1] ?? "") && isQuoted(lines[at + 1] ?? "") && (lines[at - 1] ?? "").length > 60;
}

function nextFilled(lines: readonly string[], from: number): number {
  let at = from;
  while (at < Math.min(lines.length, from + 3) && (lines[at] ?? "").trim() === "") at += 1;
  return at;
}
