import { LIMITS } from "#shared/limits.ts";
import { foldText } from "#server/store/search-text.ts";
import { verbatim } from "#server/store/work.ts";
import { sql, type RawBuilder } from "kysely";
import type { Engine } from "#server/store/engine.ts";
import { startBareServer } from "./bare.ts";
import { atLeast, atMost, type Figure } from "./figure.ts";
import { anyOf, randomNumbers } from "./random.ts";
import { recordSql } from "./recorded-sql.ts";
import { SampleLeads } from "./sample-leads.ts";
import type { Stage } from "./stage.ts";
import { rates, type Rate, type Request } from "./wrk.ts";

const REACH = 0.7;
const MOST_MILLISECONDS = 50;
const TERMS = 1_500;
const COMMON_GROUPS = 300;
const PLANNED_WITH = 2_000;

/**
 * Any three letters and more of name, e-mail and company: groups of letters as they are typed, words, whole names,
 * addresses and what nobody has. So many different ones that no answer can come from a cache; each search also counts.
 */
export async function search(stage: Stage): Promise<Figure[]> {
  const texts = new SampleLeads(PLANNED_WITH)
    .next(PLANNED_WITH)
    .map(({ name, email, company }) => ({ name, email, company }));
  const groups = commonGroups(texts.map(({ name, email, company }) => `${name} ${email} ${company}`.toLowerCase()));
  const mixed = mixedTerms(texts, groups);
  const statements = await recordSql(stage, (engine) =>
    mixed.flatMap((term) =>
      plainSql(engine, foldText(term)).map((query) => () => verbatim(query, { planEachTime: true })),
    ),
  );
  const lists = mixed.map((_, at) => statements.slice(2 * at, 2 * at + 2));
  const server = await stage.startServer();
  const bare = await startBareServer({ ...stage, lists });
  try {
    const { ours, limit, common, alone, commonAlone } = await rates({
      ours: { url: server.url, requests: mixed.map(requestOf) },
      limit: { url: bare.url, requests: mixed.map((_, at): Request => ({ method: "GET", path: `/${at}` })) },
      common: { url: server.url, requests: groups.map(requestOf) },
      alone: { url: server.url, requests: mixed.map(requestOf), connections: 1 },
      commonAlone: { url: server.url, requests: groups.map(requestOf), connections: 1 },
    });
    const of = { engine: stage.engine };
    const slowest = (name: string, { p99Milliseconds: value }: Rate, bareRate: Rate | null = null): Figure =>
      atMost(MOST_MILLISECONDS, { ...of, name, value, unit: "ms" }, bareRate?.p99Milliseconds);
    return [
      atLeast(REACH, limit.perSecond, {
        ...of,
        name: "search, page and count",
        value: ours.perSecond,
        unit: "requests/s",
      }),
      slowest("search, 99th percentile, one client", alone),
      slowest("the same, common groups of three letters", commonAlone),
      slowest("search, 99th percentile, 16 clients at once", ours, limit),
      slowest("the same, common groups of three letters", common),
    ];
  } finally {
    await bare.stop();
    await server.stop();
  }
}

/** What one would write by hand on the same tables: the newest page of matches, and their number up to what is counted. */
function plainSql(
  { name, sql: { leadJson } }: Engine,
  letters: string,
): [page: RawBuilder<unknown>, count: RawBuilder<unknown>] {
  const [matches, newest] =
    name === "sqlite"
      ? [sql`lead_index s where s.lead_index match ${`"${letters}"`}`, sql`s.rowid`]
      : [sql`lead_search s where s.text like ${`%${letters}%`}`, sql`s.id`];
  return [
    sql`select l.id, l.id, ${leadJson.full}
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

/** The groups of three letters that most texts have. */
function commonGroups(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const groups = new Set(Array.from({ length: text.length - 2 }, (_, at) => text.slice(at, at + 3)));
    for (const group of groups) if (/^[a-z]{3}$/.test(group)) counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  const byCount = [...counts].toSorted(([, a], [, b]) => b - a);
  return byCount.slice(0, COMMON_GROUPS).map(([group]) => group);
}
