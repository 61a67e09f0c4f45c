import { leadTitle } from "#shared/lead-title.ts";
import { cardOf, fromData, leadLink, leadsLink, sentences, type Answering } from "#server/assistant/answers/answer.ts";
import { breakdown } from "#server/assistant/answers/breakdown.ts";
import { isOfFilter, MOST_READ, selectLeads, type DecidedRow } from "#server/assistant/answers/select-leads.ts";
import { countLeads } from "#server/assistant/answers/some-leads.ts";
import { selectedWords } from "#server/assistant/answers/selected-words.ts";
import { durationOf, lengthWords } from "#server/assistant/answers/figures.ts";
import { oneStatusIn } from "#server/assistant/words/lead-words.ts";
import { capital } from "#server/assistant/words/say.ts";
import { reasonWords } from "#server/assistant/answers/count-notes.ts";
import { momentWords } from "#server/assistant/words/moment.ts";

const SHOWN = 8;

/** "How many did we approve last month?", "who rejected the most?": by when people decided, not by when leads came in. */
export const decided: Answering = async (asking) => {
  const { meaning, now, language, say } = asking;
  const { leads, asks, wording } = meaning;
  // "Who was rejected?" asks for leads as well as for who decided.
  const isOfLeads =
    leads.span !== null &&
    /^(?:who (?:was|were|got) |(?:rejected|approved) )(?!.*\b(?:most|least|more|by)\b)/u.test(wording.text);
  if (asks.by.length > 0 && !isOfLeads)
    return breakdown("owner")({ ...asking, meaning: { ...meaning, leads: { ...leads, isDecided: true } } });
  const isOfReasons = /\b(?:why|reasons?)\b/u.test(wording.text);
  // A name that isn't one of the team's is a lead's or a company's.
  if (!isOfReasons && leads.deciders.length === 0 && leads.span === null)
    return countLeads({ ...asking, meaning: { ...meaning, leads: { ...leads, isDecided: false } } });
  const { search: _search, ...bare } = leads.filter;
  const filter = isOfReasons ? bare : leads.filter;
  const own = { ...leads, filter, isDecided: true, leftOver: [] };
  const selected = await selectLeads({ ...asking, meaning: { ...meaning, leads: own } });
  if (selected === null) return null;
  const why =
    isOfReasons && selected.count > 0 ? await reasonWords(asking, await selected.rows("-createdAt", MOST_READ)) : "";
  const shown = (await selected.rows(leads.sort ?? "-createdAt", SHOWN)) as DecidedRow[];
  const who = selected.decision?.by.join(", ") || say("Your team", "Ihr Team", "votre équipe", "su equipo");
  const what = (selected.decision?.statuses ?? []).join(" or ");
  const all = selectedWords(asking, { ...selected, decision: { by: [], statuses: [] } }, null);
  const words =
    language === "en"
      ? `${who} ${what} ${all}${leads.span === null ? "" : ` ${leads.span.words}`}`
      : selectedWords(asking, selected, null);
  const isMixed = selected.decision?.statuses.length !== 1;
  return {
    ...fromData(
      [
        sentences(`${words.includes("@") ? words : capital(words)}.`, why),
        ...shown.map((lead) => {
          const facts = [leadTitle(lead), lead.company]
            .filter(Boolean)
            .join(", ")
            .concat(say(", score", ", Punkte", ", score", ", puntuación"));
          const is = isMixed ? `${oneStatusIn(lead.status, language)} ` : "";
          return `• ${facts} ${lead.score}: ${is}${momentWords(lead.decidedAt, now, language)}, ${lead.decidedBy}`;
        }),
      ],
      [
        ...shown.map((lead) => leadLink(lead.id, leadTitle(lead))),
        ...(isOfFilter(selected) ? [leadsLink("Show the list", selected.filter)] : []),
      ],
    ),
    leads: shown.map(cardOf),
  };
};

/** "How long do we take to decide?": from a lead's arrival to the person's decision. */
export const decisionTime: Answering = async (asking) => {
  const { meaning, language, say } = asking;
  const { leads, asks } = meaning;
  if (asks.by.length > 0) return breakdown()(asking);
  const selected = await selectLeads({ ...asking, meaning: { ...meaning, leads: { ...leads, isDecided: true } } });
  const { typical, average, count } = durationOf((await selected?.rows("-createdAt", MOST_READ)) ?? []);
  if (selected === null || count === 0) {
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
  const words = selectedWords(asking, selected, null);
  const [half, mean] = [typical, average].map((one) => lengthWords(one, language));
  return fromData(
    say(
      `Half of the leads are decided within ${half}, the average is ${mean} (${words}, from arrival to the latest decision).`,
      `Die Hälfte der Leads ist nach ${half} entschieden, im Durchschnitt nach ${mean} (${words}).`,
      `La moitié des prospects est décidée en ${half}, en moyenne en ${mean} (${words}).`,
      `La mitad de los leads se decide en ${half}, de media en ${mean} (${words}).`,
    ),
    [{ label: "Dashboard", href: "/" }],
    ["Which leads have been waiting the longest?"],
  );
};
