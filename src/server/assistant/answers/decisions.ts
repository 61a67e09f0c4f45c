import { DAY, HOUR } from "#shared/durations.ts";
import { leadTitle } from "#shared/lead-title.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import {
  cardOf,
  fromData,
  leadLink,
  leadsLink,
  sentences,
  type Answering,
  type Asking,
} from "#server/assistant/answers/answer.ts";
import { beyondFigures, withFigures } from "#server/assistant/answers/figures.ts";
import { accountsNamed, allOf, filterOf, MOST_READ, newestOnly } from "#server/assistant/answers/select-leads.ts";
import { day, type TimeSpan } from "#server/assistant/understanding/time-span.ts";
import { countLeads } from "#server/assistant/answers/some-leads.ts";
import { leadsWords } from "#server/assistant/words/lead-words.ts";
import { numberWords } from "#server/assistant/words/moment.ts";
import type { Store } from "#server/db/store.ts";

const SHOWN = 8;
const READ = 500;
/** Leads whose history is looked through. */
const MOST_LOOKED_UP = 200;
const HISTORY = 30;
/** Days looked back on when the question gives no time. */
const USUAL_DAYS = 90;
const BY_PERSON =
  /\bwhom?\b|\b(?:by|per|for each|each|every) (?:person|people|owner|colleague|rep|member|team ?mate|salesperson|one)\b/u;

/** "How many did we approve last month?", "who rejected the most?": by when people decided, not by when leads came in. */
export const decided: Answering = async (asking) => {
  const { store, meaning, now, language, say } = asking;
  const { leads, wording } = meaning;
  const people = accountsNamed(await store.accounts.list(), wording.question).map(({ username }) => username);
  const isOfPeople = people.length > 0 || BY_PERSON.test(wording.text);
  // A name that isn't one of the team's is a lead's or a company's.
  if (!isOfPeople && leads.span === null) return countLeads(asking);
  const span = leads.span ?? lastDays(now);
  const { decided: changes, isExact } = await store.reports.changes({
    from: span.from.toISOString(),
    to: (span.to ?? now).toISOString(),
    limit: READ,
  });
  const status = /\breject/u.test(wording.text) ? "rejected" : "approved";
  const { status: _status, from: _from, to: _to, ...filter } = await filterOf(asking, leads);
  const rows = Object.keys(filter).length === 0 ? null : await allOf(store, { ...filter, status });
  if (rows !== null && rows.length >= MOST_READ) return beyondFigures("count all decisions of a time span");
  const chosen = rows === null ? null : new Set(rows.map(({ id }) => id));
  const all = changes.leads.filter((lead) => lead.status === status && chosen?.has(lead.id) !== false);
  if (isOfPeople && all.length > MOST_LOOKED_UP) return beyondFigures("say who decided for a shorter time span");
  const deciders = isOfPeople
    ? await Promise.all(all.map(async ({ id }) => (await decisionOf(store, id))?.by ?? ""))
    : [];
  if (isOfPeople && people.length === 0) return byDecider(asking, deciders, status, span);
  const found = people.length === 0 ? all : all.filter((_, at) => people.includes(deciders[at] ?? ""));
  const words = chosen === null ? null : leadsWords(found.length, filter, null, isExact, language, asking);
  const n = `${isExact ? "" : "≥ "}${numberWords(found.length, language)}`;
  const shown = found.slice(0, SHOWN);
  const who = people.join(", ");
  const by = who === "" ? "" : say("", ` von ${who}`, ` par ${who}`, ` por ${who}`);
  const dates = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", year: "numeric" });
  const when = ` (${dates.formatRange(span.from, new Date((span.to ?? now).getTime() - 1))})`;
  const head = say(
    `${who === "" ? "Your team" : who} ${status} ${words ?? `${n} ${found.length === 1 ? "lead" : "leads"}`} ${span.words}.`,
    `${words ?? `${n} Leads`} wurden${by} ${status === "approved" ? "genehmigt" : "abgelehnt"}${when}.`,
    `${words ?? `${n} prospects`} ont été ${status === "approved" ? "approuvés" : "rejetés"}${by}${when}.`,
    `${words ?? `${n} leads`} fueron ${status === "approved" ? "aprobados" : "rechazados"}${by}${when}.`,
  );
  return {
    ...fromData(
      [head, ...shown.map((lead) => `• ${[leadTitle(lead), lead.company].filter(Boolean).join(", ")}`)],
      [...shown.map((lead) => leadLink(lead.id, leadTitle(lead))), leadsLink("Show the list", { ...filter, status })],
    ),
    leads: shown.map(cardOf),
  };
};

/** "How long do we take to decide?": from a lead's arrival to the person's decision. */
export const decisionTime: Answering = async (asking) => {
  const { store, meaning, language, say } = asking;
  const { leads } = meaning;
  const filter = await filterOf(asking, leads);
  const { status } = filter;
  const statuses: readonly LeadStatus[] =
    status === "approved" || status === "rejected" ? [status] : ["approved", "rejected"];
  const rows = (await Promise.all(statuses.map((one) => allOf(store, { ...filter, status: one })))).flat();
  const latest = rows.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt)).slice(0, MOST_LOOKED_UP);
  const taken = await Promise.all(
    latest.map(async ({ id, createdAt }) => {
      const at = (await decisionOf(store, id))?.at;
      return at === undefined ? [] : [Math.max(0, Date.parse(at) - Date.parse(createdAt))];
    }),
  );
  const times = taken.flat().toSorted((one, other) => one - other);
  if (times.length === 0) {
    return fromData(
      say(
        "Nobody has approved or rejected any of these leads yet.",
        "Darüber hat noch niemand entschieden.",
        "Personne n'a encore décidé.",
        "Todavía nadie ha decidido.",
      ),
      [leadsLink("All leads", {})],
    );
  }
  const average = times.reduce((sum, one) => sum + one, 0) / times.length;
  const middle = times[Math.floor((times.length - 1) / 2)] ?? 0;
  const words = leadsWords(times.length, filter, leads.span?.words ?? null, true, language, asking);
  const [typical, mean] = [middle, average].map((one) => lengthWords(one, language));
  const answer = say(
    `Half of the leads are decided within ${typical}, the average is ${mean} (${words}, from arrival to the latest decision).`,
    `Die Hälfte der Leads ist nach ${typical} entschieden, im Durchschnitt nach ${mean} (${words}).`,
    `La moitié des prospects est décidée en ${typical}, en moyenne en ${mean} (${words}).`,
    `La mitad de los leads se decide en ${typical}, de media en ${mean} (${words}).`,
  );
  return fromData(
    sentences(answer, newestOnly(latest, MOST_LOOKED_UP, asking)),
    [{ label: "Dashboard", href: "/" }],
    ["Which leads have been waiting the longest?"],
  );
};

function lastDays(now: Date): TimeSpan {
  return { from: day(now, -USUAL_DAYS), to: null, words: `in the last ${USUAL_DAYS} days` };
}

/** The latest status that a person set, and when. */
async function decisionOf({ journal }: Store, id: string): Promise<{ by: string; at: string } | null> {
  const entries = await journal.ofLead(id, HISTORY);
  return entries.find(({ kind, undoneAt }) => kind === "status" && undoneAt === null) ?? null;
}

function byDecider(
  { say, language }: Asking,
  deciders: readonly string[],
  status: "approved" | "rejected",
  span: TimeSpan,
): ReturnType<typeof withFigures> {
  const groups = Object.entries(Object.groupBy(deciders.filter(Boolean), (by) => by))
    .map(([label, own = []]) => ({ label, count: own.length }))
    .toSorted((one, other) => other.count - one.count);
  const is = { approved: ["genehmigt", "approuvés", "aprobados"], rejected: ["abgelehnt", "rejetés", "rechazados"] }[
    status
  ];
  return withFigures(
    say(
      `Leads ${status} ${span.words}, by who decided:`,
      `Wer Leads ${is[0]} hat:`,
      `Prospects ${is[1]}, par personne :`,
      `Leads ${is[2]}, por persona:`,
    ),
    groups.length === 0
      ? [{ label: say("nobody", "niemand", "personne", "nadie"), value: "0" }]
      : groups.map(({ label, count }) => ({ label, value: numberWords(count, language) })),
    [leadsLink("Show the list", { status })],
  );
}

function lengthWords(length: number, language: Asking["language"]): string {
  const [unit, size] = length < DAY ? (["hour", HOUR] as const) : (["day", DAY] as const);
  const value = Math.round((10 * length) / size) / 10;
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long", maximumFractionDigits: 1 }).format(
    value,
  );
}
