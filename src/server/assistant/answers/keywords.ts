import type { LeadFilter } from "#shared/contract/leads/lead.ts";
import { fromData, sentences, type Answering } from "#server/assistant/answers/answer.ts";
import { withFigures } from "#server/assistant/answers/figures.ts";
import { allOf, filterOf, MOST_READ, newestOnly } from "#server/assistant/answers/select-leads.ts";
import { numberWords } from "#server/assistant/words/moment.ts";

const RULES = { label: "Rules & Keywords", href: "/rules" };
const MOST_KEYWORDS = 10;

/** "Which keyword matches most?": by the leads that match it now. */
export const keywords: Answering = async (asking) => {
  const {
    workspace: { store },
    tags,
    meaning: { leads },
    language,
    say,
  } = asking;
  const rows = await allOf(store, await filterOf({ store, tags }, { ...leads, filter: withoutKeyword(leads.filter) }));
  const counts = new Map<string, number>();
  for (const keyword of rows.flatMap(({ keywords: own }) => own)) counts.set(keyword, (counts.get(keyword) ?? 0) + 1);
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one);
  const only = newestOnly(rows, MOST_READ, asking);
  if (sorted.length === 0) {
    return fromData(
      sentences(
        say(
          "No keyword matches yet.",
          "Noch kein Treffer.",
          "Aucun mot-clé trouvé.",
          "Ninguna palabra clave coincide.",
        ),
        only,
      ),
      [RULES],
    );
  }
  const head = say(
    `Keywords by the number of leads they match (${numberWords(rows.length)} leads):`,
    `Stichwörter nach Zahl der Leads (von ${numberWords(rows.length, language)}):`,
    `Mots-clés selon le nombre de prospects (sur ${numberWords(rows.length, language)}) :`,
    `Palabras clave por número de leads (de ${numberWords(rows.length, language)}):`,
  );
  return withFigures(
    sentences(only, head),
    sorted.slice(0, MOST_KEYWORDS).map(([label, count]) => ({ label, value: numberWords(count, language) })),
    [RULES],
    ["Which rules bring the most?"],
  );
};

/** The question is about all keywords, whatever follows the word. */
function withoutKeyword({ keyword: _keyword, search: _search, ...filter }: LeadFilter): LeadFilter {
  return filter;
}
