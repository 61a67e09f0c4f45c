import { fromData, leadLink, type Answering } from "#server/assistant/answers/answer.ts";
import { accountsNamed } from "#server/assistant/answers/words-left.ts";
import { day, filterOfSpan, isInSpan } from "#server/assistant/understanding/time-span.ts";
import { wordsOf } from "#server/assistant/understanding/words.ts";
import { listLeads } from "#server/assistant/answers/some-leads.ts";
import { leadsWords } from "#server/assistant/words/lead-words.ts";
import { momentWords } from "#server/assistant/words/moment.ts";
import { capital } from "#server/assistant/words/say.ts";

const READ = 200;
const SHOWN = 8;
/** What a question limits the activity to. */
const KINDS = [
  [/\brules?\b/u, "rule"],
  [/\bsettings?\b|\bthreshold\b|\bminimum score\b|\bcut ?off\b/u, "settings"],
  [/\btags?\b/u, "tag"],
  [/\bcomment\w*\b/u, "comment"],
  [/\bdelet\w+\b/u, "deleted"],
  [/\bmerged?\b/u, "merge"],
  [/\bimport\w*\b/u, "import"],
] as const;

/** "What happened today?": new leads, and the latest activity. */
export const activity: Answering = async (asking) => {
  const { store, meaning, now, language, say } = asking;
  const { leads, wording } = meaning;
  const rule = wording.words.filter(({ isOfName, field }) => isOfName === true && field === undefined);
  const kind = rule.length > 0 ? "rule" : KINDS.find(([words]) => words.test(wording.text))?.[1];
  const ruleName = rule.map(({ meant }) => meant).join(" ");
  // "Who changed the threshold?" is about any time.
  const usual =
    kind === undefined
      ? { from: day(now), to: null, words: "today" }
      : { from: new Date(0), to: null, words: "so far" };
  const span = leads.span ?? usual;
  const entries = await store.journal.list(READ);
  const people = accountsNamed(await store.accounts.list(), wording.question).map(({ username }) => username);
  const isPart = people.length > 0 || kind !== undefined;
  const inSpan = entries.filter(
    (entry) =>
      isInSpan(entry.at, span) &&
      (people.length === 0 || people.includes(entry.by)) &&
      (kind === undefined || entry.kind === kind) &&
      !/\b0 new, 0 updated\b/u.test(entry.description) &&
      wordsOf(`${entry.title} ${entry.description}`).text.includes(ruleName),
  );
  const filter = filterOfSpan(span);
  const { count, exact } = await store.leads.count(filter);
  const arrived = capital(leadsWords(count, filter, span.words, exact, language, asking));
  const came = isPart
    ? ""
    : say(
        `${capital(leadsWords(count, {}, null, exact, "en", asking))} came in ${span.words}. `,
        `${arrived}. `,
        `${arrived}. `,
        `${arrived}. `,
      );
  const ofLeads = inSpan
    .slice(0, SHOWN)
    .flatMap(({ leadId, title }) => (leadId === null ? [] : [leadLink(leadId, title)]))
    .filter(({ href }, index, all) => all.findIndex((link) => link.href === href) === index);
  const links = [{ label: "Recent Activity", href: "/" }, ...ofLeads].slice(0, 4);
  // Activity older than the lines that were read is unknown.
  const oldest = entries.at(-1);
  const isCut = entries.length === READ && oldest !== undefined && oldest.at > filter.from;
  if (inSpan.length === 0) {
    return fromData(
      `${came}${
        isCut
          ? say(
              isPart
                ? `None of the latest ${READ} actions was that; Recent Activity has the older ones.`
                : "I can't look that far back in the activity.",
              `Unter den letzten ${READ} Aktionen ist keine solche; ältere stehen unter Recent Activity.`,
              `Aucune des ${READ} dernières actions ; les plus anciennes sont dans Recent Activity.`,
              `Ninguna de las últimas ${READ} acciones; las anteriores están en Recent Activity.`,
            )
          : say(
              `Nothing ${isPart ? "of that" : "else"} happened ${span.words}.`,
              isPart ? "Nichts davon ist passiert." : "Sonst ist nichts passiert.",
              isPart ? "Rien de cela ne s'est passé." : "Rien d'autre ne s'est passé.",
              isPart ? "No pasó nada de eso." : "No pasó nada más.",
            )
      }`,
      links,
    );
  }
  const newest =
    isPart || count === 0
      ? null
      : await listLeads({ ...asking, meaning: { ...meaning, leads: { ...leads, filter, span } } });
  const lines = inSpan
    .slice(0, SHOWN)
    .map(
      ({ title, description, at, by }) =>
        `• ${title}${description === "" ? "" : `: ${description.replace(/\.$/u, "")}`}, ${isPart ? say(`by ${by}, `, `von ${by}, `, `par ${by}, `, `por ${by}, `) : ""}${momentWords(at, now, language)}`,
    );
  const left = inSpan.length - SHOWN;
  const more =
    left > 0
      ? [
          say(
            `${left}${isCut ? " or more" : ""} more are in Recent Activity.`,
            `${left} weitere unter Recent Activity.`,
            `${left} de plus dans Recent Activity.`,
            `${left} más en Recent Activity.`,
          ),
        ]
      : [];
  const answer = fromData(
    [
      ...(newest === null ? [] : [came.trim(), ...newest.reply.split("\n").slice(1)]),
      `${newest === null ? came : ""}${say(`What happened ${span.words}, newest first:`, "Was passiert ist, Neuestes zuerst:", "Ce qui s'est passé, du plus récent au plus ancien :", "Lo que pasó, primero lo más reciente:")}`,
      ...lines,
      ...more,
    ],
    links,
    ["Compare this week with last week"],
  );
  return newest?.leads === undefined ? answer : { ...answer, leads: newest.leads };
};
