import { leadTitle } from "#shared/lead-title.ts";
import { counted } from "#shared/counted.ts";
import { cardOf, fromData, leadLink, leadsLink, type Answering } from "#server/assistant/answers/answer.ts";
import { allOf } from "#server/assistant/answers/select-leads.ts";
import { week } from "#server/assistant/understanding/time-span.ts";
import { momentWords, numberWords } from "#server/assistant/words/moment.ts";

const SHOWN = 8;
const DUPLICATES_SHOWN = 5;

/** "How many did we approve last month?": by when people decided, not by when the leads came in. */
export const decided: Answering = async ({ workspace, meaning: { leads, wording }, now, language, say }) => {
  const span = leads.span ?? { from: week(now), to: null, words: "this week" };
  const { decided: changes, isExact } = await workspace.store.reports.changes({
    from: span.from.toISOString(),
    to: (span.to ?? now).toISOString(),
    limit: 500,
  });
  const status = /\breject/u.test(wording.text) ? "rejected" : "approved";
  const found = changes.leads.filter((lead) => lead.status === status);
  const n = `${isExact ? "" : "≥ "}${numberWords(found.length, language)}`;
  const shown = found.slice(0, SHOWN);
  const when = span.words;
  const head = say(
    `Your team ${status} ${n} ${found.length === 1 ? "lead" : "leads"} ${when}.`,
    status === "approved" ? `${n} Leads wurden genehmigt.` : `${n} Leads wurden abgelehnt.`,
    status === "approved" ? `${n} prospects ont été approuvés.` : `${n} prospects ont été rejetés.`,
    status === "approved" ? `${n} leads fueron aprobados.` : `${n} leads fueron rechazados.`,
  );
  return {
    ...fromData(
      [head, ...shown.map((lead) => `• ${[leadTitle(lead), lead.company].filter(Boolean).join(", ")}`)].join("\n"),
      [...shown.map((lead) => leadLink(lead.id, leadTitle(lead))), leadsLink("Show the list", { status })],
    ),
    leads: shown.map(cardOf),
  };
};

/** "Are there duplicates?" */
export const duplicates: Answering = async ({ workspace: { store } }) => {
  const link = { label: "Possible duplicates", href: "/leads?duplicates" };
  const [{ count, exact }, { pairs }] = await Promise.all([
    store.duplicates.count(),
    store.duplicates.page(DUPLICATES_SHOWN, null),
  ]);
  if (count === 0) return fromData("There are no possible duplicates.", [link], ["How does Winnow find duplicates?"]);
  return fromData(
    [
      `There ${count === 1 ? "is" : "are"} ${exact ? "" : "more than "}${counted(count, "possible duplicate")}:`,
      ...pairs.map(
        ({ leads, confidence }) => `• ${leads.map((lead) => lead.name || lead.email).join(" and ")} (${confidence}%)`,
      ),
    ].join("\n"),
    [
      link,
      ...pairs.flatMap(({ leads }) => leads.slice(0, 1).map(({ id, name, email }) => leadLink(id, name || email))),
    ],
    ["How do I merge duplicates?"],
  );
};

/** "Who hasn't answered our follow-up?" */
export const followUps: Answering = async ({ workspace: { store }, now }) => {
  const asked = (await allOf(store, {})).filter(
    ({ lastFollowUp, missingInfo }) => lastFollowUp !== null && missingInfo.length > 0,
  );
  if (asked.length === 0)
    return fromData(
      "No follow-ups are waiting for an answer.",
      [leadsLink("All leads", {})],
      ["How do follow-ups work?"],
    );
  return {
    ...fromData(
      [
        `${counted(asked.length, "lead")} ${asked.length === 1 ? "was" : "were"} sent a follow-up and still ${asked.length === 1 ? "has" : "have"} missing details:`,
        ...asked
          .slice(0, SHOWN)
          .map((lead) => `• ${leadTitle(lead)}, asked ${momentWords(lead.lastFollowUp ?? "", now)}`),
      ].join("\n"),
      asked.slice(0, SHOWN).map((lead) => leadLink(lead.id, leadTitle(lead))),
    ),
    leads: asked.slice(0, SHOWN).map(cardOf),
  };
};

/** "What rules should I add?": what the team's decisions suggest. */
export const suggestRules: Answering = async ({ learning }) => {
  const link = { label: "Insights from decisions", href: "/rules" };
  const { suggestions, decisions } = await learning.read();
  if (suggestions.length > 0) {
    return fromData(
      ["Your decisions suggest:", ...suggestions.slice(0, SHOWN).map(({ title, text }) => `• ${title}: ${text}`)].join(
        "\n",
      ),
      [link],
    );
  }
  const { positive, negative, needed } = decisions;
  return fromData(
    positive + negative < needed
      ? `After ${needed} decisions I can suggest rules and keywords. So far there are ${positive + negative}.`
      : `Your ${positive + negative} decisions don't suggest any changes to rules or keywords.`,
    [link],
  );
};
