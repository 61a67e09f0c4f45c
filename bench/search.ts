import { LIMITS } from "#shared/limits.ts";
import { foldText } from "#server/db/leads/search-text.ts";
import { LEAD_JSON } from "#server/db/leads/lead-json.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { sql, type Sql, verbatim } from "#server/db/engine/sql.ts";
import { startBareServer } from "./bare.ts";
import type { LeadRecord } from "#shared/lead-record.ts";
import { atLeast, atMost, type Figure } from "./figure.ts";
import { anyOf, randomNumbers } from "./random.ts";
import { recordSql } from "./recorded-sql.ts";
import { SampleLeads } from "./sample-leads.ts";
import type { Stage } from "./stage.ts";
import { rates, type Rate, type Request } from "./wrk.ts";

const GOAL = 0.7;
const MAX_MILLISECONDS = 50;
const TERMS = 1_500;
const COMMON_GROUPS = 300;
const PLANNED_WITH = 2_000;

/**
 * Searches for trigrams, words, names, addresses and misses, and for several words across fields. No term repeats, so
 * no answer can come from a cache. Each search also counts.
 */
export async function search(stage: Stage): Promise<Figure[]> {
  const sample = new SampleLeads(PLANNED_WITH);
  const leads = sample.next(PLANNED_WITH);
  const { groups, mixed } = searchTerms(leads);
  const statements = await recordSql(stage, (engine) =>
    mixed.flatMap((term) =>
      plainSql(engine, foldText(term)).map((query) => () => verbatim(query, { planEachTime: true })),
    ),
  );
  const lists = mixed.map((_, at) => statements.slice(2 * at, 2 * at + 2));
  const server = await stage.startServer();
  const bare = await startBareServer({ ...stage, lists });
  try {
    const { ours, limit, common, alone, commonAlone, several } = await rates({
      ours: { url: server.url, requests: mixed.map(requestOf) },
      limit: { url: bare.url, requests: mixed.map((_, at): Request => ({ method: "GET", path: `/${at}` })) },
      common: { url: server.url, requests: groups.map(requestOf) },
      alone: { url: server.url, requests: mixed.map(requestOf), connections: 1 },
      commonAlone: { url: server.url, requests: groups.map(requestOf), connections: 1 },
      several: { url: server.url, requests: severalWords(leads, sample.words).map(requestOf), connections: 1 },
    });
    const of = { engine: stage.engine };
    const slowest = (name: string, { p99Milliseconds: value }: Rate, bareRate: Rate | null = null): Figure =>
      atMost(MAX_MILLISECONDS, { ...of, name, value, unit: "ms" }, bareRate?.p99Milliseconds);
    return [
      atLeast(GOAL, limit.perSecond, {
        ...of,
        name: "search, page and count",
        value: ours.perSecond,
        unit: "requests/s",
      }),
      slowest("search, p99, one client", alone),
      slowest("search for common trigrams, p99, one client", commonAlone),
      slowest("search for several words and numbers, p99, one client", several),
      slowest("search, p99, 16 clients", ours, limit),
      slowest("search for common trigrams, p99, 16 clients", common),
    ];
  } finally {
    await bare.stop();
    await server.stop();
  }
}

/** Common trigrams; and these, words, names, addresses and misses in equal parts. */
export function searchTerms(leads: readonly LeadRecord[]): { groups: string[]; mixed: string[] } {
  const texts = leads.map(({ name, email, company }) => ({ name, email, company }));
  const groups = commonGroups(texts.map(({ name, email, company }) => `${name} ${email} ${company}`.toLowerCase()));
  return { groups, mixed: mixedTerms(texts, groups) };
}

/** Hand-written SQL for the newest page of matches and their count up to the limit. */
function plainSql({ name }: Engine, letters: string): [page: Sql, count: Sql] {
  const [matches, newest] =
    name === "sqlite"
      ? [sql`lead_index s where s.lead_index match ${`"${letters}"`}`, sql`s.rowid`]
      : [sql`lead_search s where s.text like ${`%${letters}%`}`, sql`s.id`];
  return [
    sql`select l.id, l.id, ${LEAD_JSON[name].full}
      from (select ${newest} as id from ${matches} order by ${newest} desc limit ${LIMITS.list.pageSize}) found
      join leads l on l.id = found.id order by l.id desc`,
    sql`select count(*) from (select 1 from ${matches} limit ${LIMITS.list.exactCountUpTo + 1}) counted`,
  ];
}

function requestOf(term: string): Request {
  return { method: "GET", path: `/api/leads?limit=50&search=${encodeURIComponent(term)}` };
}

function mixedTerms(
  texts: readonly Record<"name" | "email" | "company", string>[],
  groups: readonly string[],
): string[] {
  const random = randomNumbers(5);
  return Array.from({ length: TERMS }, (_, at) => {
    const lead = texts[Math.floor(random() * texts.length)];
    const letters = (text = ""): string => {
      const word = anyOf(text.split(" "), random);
      const from = Math.floor(random() * Math.max(1, word.length - 5));
      return word.slice(from, from + 3 + Math.floor(random() * 3));
    };
    const ways = [
      () => anyOf(groups, random),
      () => letters(lead?.name),
      () => letters(lead?.company),
      () => lead?.name.split(" ")[1] ?? "",
      () => lead?.company.split(" ")[0] ?? "",
      () => lead?.name ?? "",
      () => lead?.email ?? "",
      () => `${lead?.name.slice(0, 4)}qxz`,
    ];
    return ways[at % ways.length]?.() ?? "";
  });
}

/** Words of several fields, common and rare, and phone numbers. */
function severalWords(leads: readonly LeadRecord[], words: readonly string[]): string[] {
  const random = randomNumbers(6);
  return Array.from({ length: TERMS }, (_, at) => {
    const { name = "", company = "", title = "", phone = "", notes = "" } = leads[at % leads.length] ?? {};
    const [first = "", last = ""] = name.split(" ");
    const written = anyOf(notes.split(" "), random);
    const ways = [
      () => `${last} ${first}`,
      () => `${company.split(" ")[0]} ${first.slice(0, 3)}`,
      () => `${title} ${words[at % 20]}`,
      () => `${words[at % 50]?.slice(0, 3)} ${words[(at * 7) % 50]?.slice(0, 3)}`,
      () => written,
      () => written.slice(0, 3),
      () => `${written} ${first} ${last}`,
      () => `${phone.slice(0, 3)} ${phone.slice(3, 5)} ${phone.slice(5, 9)} ${phone.slice(9)}`,
      () => `0${phone.slice(3, 9)}`,
      () => `${last} ${first.slice(0, 1)}`,
    ];
    return ways[at % ways.length]?.() ?? "";
  });
}

/** The most common trigrams. */
function commonGroups(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const groups = new Set(Array.from({ length: text.length - 2 }, (_, at) => text.slice(at, at + 3)));
    for (const group of groups) if (/^[a-z]{3}$/.test(group)) counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  const byCount = [...counts].toSorted(([, a], [, b]) => b - a);
  return byCount.slice(0, COMMON_GROUPS).map(([group]) => group);
}
