import type { ChatRequest } from "#shared/contract/chat.ts";
import type { Answering } from "#server/assistant/answers/answer.ts";
import { fromData } from "#server/assistant/answers/answer.ts";
import { breakdown } from "#server/assistant/answers/breakdown.ts";
import { compare } from "#server/assistant/answers/compare.ts";
import { listLeads } from "#server/assistant/answers/some-leads.ts";
import { plainWord } from "#server/assistant/understanding/words.ts";

const SUMMARY = /\b(?:summary|summari\w+|recap|briefing|sum up|meeting|standup|overview)\b/u;
const MOST_LINKS = 4;
const BRIEF = /\bone (?:line|sentence)\b|\bshort|\bbrief(?!ing)/u;

/** "A summary for the team meeting": what came in, how leads stand, where they came from and the best ones. */
export function orSummary(answer: Answering): Answering {
  return async (asking) => {
    const { meaning } = asking;
    const { leads, asks, wording } = meaning;
    if (
      !SUMMARY.test(wording.text) ||
      asks.by.length > 0 ||
      leads.parts.some(({ sets }) => sets.some((one) => !["from", "other", "search"].includes(one)))
    )
      return answer(asking);
    const all = { ...leads, filter: {}, span: null, leftOver: [], parts: [], isEmpty: true };
    const { search: _search, ...filter } = leads.filter;
    const of = (change: object) => ({
      ...asking,
      meaning: { ...meaning, leads: { ...leads, filter, leftOver: [], parts: [], ...change } },
    });
    const replies = await Promise.all([
      compare(of({})),
      breakdown("status")(of(all)),
      breakdown("source")(of({})),
      listLeads(of({ sort: "-score", limit: 3 })),
    ]);
    const found = replies.filter((reply) => reply !== null);
    if (BRIEF.test(wording.text)) {
      const counts = (replies[1]?.figures ?? []).map(({ label, value }) => `${label}: ${value}`).join(", ");
      return fromData(`${counts}. ${replies[0]?.reply ?? ""}`, found[0]?.links);
    }
    const links = [...new Map(found.flatMap((one) => one.links).map((one) => [one.href, one])).values()];
    return {
      ...fromData([...new Set(found.map(({ reply }) => reply))].join("\n\n"), links.slice(0, MOST_LINKS)),
      leads: found.flatMap((one) => one.leads ?? []),
    };
  };
}

const SHORTER =
  /^(?:(?:please|make it|a bit|much|in|bitte|etwas|mach es|plus|un peu|mas|en) )*(?:shorter|short|brief(?:ly)?|too long|tldr|kurzer|kurz|zu lang|court|bref|trop long|corto|breve|resumido|muy largo)(?: (?:please|bitte|version|svp|por favor))*(?: (?:one|a|as|in|for|to|so|that|and|un|ein|als) .*)?$/u;

/** "Shorter": the first line of each part of the answer before; null for anything else, or if it has only one. */
export function shorter({ message, history = [] }: ChatRequest): string | null {
  const asked = plainWord(message)
    .replaceAll(/[^\p{L}\s]/gu, "")
    .trim();
  const before = history.findLast(({ isUser }) => !isUser)?.text;
  if (before === undefined || !SHORTER.test(asked)) return null;
  const lines = before.split(/\n{2,}/u).map((part) => {
    const [head = "", ...rest] = part.split("\n");
    // The head of a list says nothing without its first line.
    return head.endsWith(":") ? `${head} ${rest[0]?.replace(/^• /u, "") ?? ""}`.trim() : head;
  });
  return lines.length > 1 ? lines.join(" ") : (/^.+?[.!?](?=\s|$)/u.exec(lines[0] ?? "")?.[0] ?? before);
}
