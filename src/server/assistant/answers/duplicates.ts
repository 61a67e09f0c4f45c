import { counted } from "#shared/counted.ts";
import { fromData, leadLink, type Answering } from "#server/assistant/answers/answer.ts";
import { plainWord } from "#server/assistant/understanding/words.ts";

const DUPLICATES_SHOWN = 5;
const READ = 50;

/** "Are there duplicates?" */
export const duplicates: Answering = async ({ store, say }) => {
  const link = { label: "Possible duplicates", href: "/leads?duplicates" };
  const [{ count, exact }, { pairs }] = await Promise.all([
    store.duplicates.count(),
    store.duplicates.page(DUPLICATES_SHOWN, null),
  ]);
  if (count === 0)
    return fromData(
      say(
        "There are no possible duplicates.",
        "Es gibt keine möglichen Dubletten.",
        "Il n'y a aucun doublon possible.",
        "No hay posibles duplicados.",
      ),
      [link],
      ["How does Winnow find duplicates?"],
    );
  return fromData(
    [
      say(
        `There ${count === 1 ? "is" : "are"} ${exact ? "" : "more than "}${counted(count, "possible duplicate")}:`,
        `${exact ? "" : "Mehr als "}${count} mögliche Dubletten, zum Vergleichen und Zusammenführen unter Duplicates:`,
        `${exact ? "" : "Plus de "}${count} doublons possibles, à comparer et fusionner dans Duplicates :`,
        `${exact ? "" : "Más de "}${count} posibles duplicados, para comparar y fusionar en Duplicates:`,
      ),
      ...pairs.map(
        ({ leads, confidence }) =>
          `• ${leads.map((lead) => lead.name || lead.email).join(say(" and ", " und ", " et ", " y "))} (${confidence}%)`,
      ),
    ],
    [
      link,
      ...pairs.flatMap(({ leads }) => leads.slice(0, 1).map(({ id, name, email }) => leadLink(id, name || email))),
    ],
    ["How do I merge duplicates?"],
  );
};

/** The pair of possible duplicates that a request names, to compare and merge; merging needs a choice. */
export const duplicatePair: Answering = async ({ store, meaning, say }) => {
  const { pairs } = await store.duplicates.page(READ, null);
  const asked = plainWord(meaning.wording.question);
  const found = pairs.filter(({ leads }) =>
    leads.some(({ name, company }) =>
      plainWord(`${name} ${company}`)
        .split(/\s+/u)
        .some((word) => word.length > 2 && new RegExp(String.raw`\b${RegExp.escape(word)}\b`, "u").test(asked)),
    ),
  );
  const [pair, ...others] = found.length > 0 ? found : pairs.length === 1 ? pairs : [];
  const [one, other] = pair?.leads ?? [];
  if (one === undefined || other === undefined || others.length > 0) return null;
  const facts = [one, other].map(
    (lead) => `• ${[lead.name, lead.company, lead.email, lead.phone].filter(Boolean).join(", ")}`,
  );
  return fromData(
    [
      say(
        "These two are possible duplicates. “Compare and merge” shows them side by side: choose the value of each field, and one lead keeps both histories. You can undo the merge.",
        "Diese beiden sind vielleicht doppelt. „Compare and merge“ zeigt sie nebeneinander: Wählen Sie je Feld den Wert, dann bleibt ein Lead mit beiden Verläufen. Das lässt sich rückgängig machen.",
        "Ces deux prospects sont peut-être des doublons. « Compare and merge » les montre côte à côte : choisissez la valeur de chaque champ. La fusion peut être annulée.",
        "Estos dos quizá estén duplicados. «Compare and merge» los muestra juntos: elija el valor de cada campo. La fusión se puede deshacer.",
      ),
      ...facts,
    ],

    [
      { label: "Compare and merge", href: `/leads?duplicates=${one.id}.${other.id}` },
      leadLink(one.id, one.name || one.email),
      leadLink(other.id, other.name || other.email),
    ],
  );
};
