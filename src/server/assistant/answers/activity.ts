import { fromData, leadLink, type Answering } from "#server/assistant/answers/answer.ts";
import { accountsNamed } from "#server/assistant/answers/select-leads.ts";
import { day } from "#server/assistant/understanding/time-span.ts";
import { leadsWords } from "#server/assistant/words/lead-words.ts";
import { momentWords } from "#server/assistant/words/moment.ts";

const READ = 200;
const SHOWN = 8;
/** What a question limits the activity to. */
const KINDS = [
  [/\brules?\b/u, "rule"],
  [/\bsettings?\b|\bthreshold\b/u, "settings"],
  [/\btags?\b/u, "tag"],
  [/\bcomment\w*\b/u, "comment"],
  [/\bdelet\w+\b/u, "deleted"],
  [/\bmerged?\b/u, "merge"],
  [/\bimport\w*\b/u, "import"],
] as const;

/** "What happened today?": new leads, and the latest activity. */
export const activity: Answering = async (asking) => {
  const {
    workspace: { store },
    meaning: { leads, wording },
    now,
  } = asking;
  const span = leads.span ?? { from: day(now), to: null, words: "today" };
  const from = span.from.toISOString();
  const to = span.to?.toISOString();
  const entries = await store.journal.list(READ);
  const people = accountsNamed(await store.accounts.list(), wording.question).map(({ username }) => username);
  const kind = KINDS.find(([words]) => words.test(wording.text))?.[1];
  const isPart = people.length > 0 || kind !== undefined;
  const inSpan = entries.filter(
    (entry) =>
      entry.at >= from &&
      (to === undefined || entry.at < to) &&
      (people.length === 0 || people.includes(entry.by)) &&
      (kind === undefined || entry.kind === kind),
  );
  const filter = { from, ...(to !== undefined && { to }) };
  const { count, exact } = await store.leads.count(filter);
  const came = isPart ? "" : `${capital(leadsWords(count, {}, null, exact, "en", asking))} came in ${span.words}. `;
  const ofLeads = inSpan
    .slice(0, SHOWN)
    .flatMap(({ leadId, title }) => (leadId === null ? [] : [leadLink(leadId, title)]))
    .filter(({ href }, index, all) => all.findIndex((link) => link.href === href) === index);
  const links = [{ label: "Recent Activity", href: "/" }, ...ofLeads].slice(0, 4);
  // Activity older than the lines that were read is unknown.
  const oldest = entries.at(-1);
  const isCut = entries.length === READ && oldest !== undefined && oldest.at > from;
  if (inSpan.length === 0) {
    return fromData(
      `${came}${isCut ? "I can't look that far back in the activity." : `Nothing ${isPart ? "of that" : "else"} happened ${span.words}.`}`,
      links,
    );
  }
  const lines = inSpan
    .slice(0, SHOWN)
    .map(
      ({ title, description, at, by }) =>
        `• ${title}${description === "" ? "" : `: ${description.replace(/\.$/u, "")}`}, ${isPart ? `by ${by}, ` : ""}${momentWords(at, now)}`,
    );
  const more =
    inSpan.length > SHOWN ? [`${inSpan.length - SHOWN}${isCut ? " or more" : ""} more are in Recent Activity.`] : [];
  return fromData([`${came}What happened ${span.words}, newest first:`, ...lines, ...more].join("\n"), links, [
    "Compare this week with last week",
  ]);
};

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
