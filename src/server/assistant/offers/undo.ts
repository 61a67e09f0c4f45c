import type { ChatReply } from "#shared/contract/chat.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { fromData, leadLink, offered, type Answering, type Asking } from "#server/assistant/answers/answer.ts";
import { aboutLead } from "#server/assistant/answers/find-lead.ts";
import { oneStatusIn, statusWords } from "#server/assistant/words/lead-words.ts";
import type { JournalEntry } from "#server/db/journal/journal-entry.ts";
import { acting } from "#server/platform/acting.ts";

const READ = 50;

/** "Un-reject Ann Lee": what she was before is known only to the latest change. */
export async function offerReversal({ id, name }: StoredLead, asking: Asking): Promise<ChatReply | null> {
  const { store } = asking;
  const { sight } = acting();
  const last = (await store.journal.ofLead(id, READ)).find(
    ({ undoable, title, by, leads }) =>
      undoable &&
      /approved|rejected|qualified/u.test(title) &&
      (sight === undefined || leads === undefined || by === sight.username),
  );
  return last === undefined ? null : offeredUndo(asking, last, leadLink(id, name));
}

/** "Undo the rejection of Ann Lee", "I approved her by mistake" */
export const ofNamed: Answering = async (asking) =>
  (asking.meaning.who ?? "") === ""
    ? null
    : aboutLead(async (lead, same) => (await offerReversal(lead, same)) ?? nothingToUndo(lead, same))(asking);

function nothingToUndo({ id, name, status, statusSetBy }: StoredLead, { say, language }: Asking): ChatReply {
  const is = oneStatusIn(status, language);
  const reply = say(
    `${name} ${statusWords(status, statusSetBy)}. There is no decision that you can undo.`,
    `${name}: ${is}. Es gibt keine Entscheidung, die Sie rückgängig machen können.`,
    `${name} : ${is}. Il n'y a aucune décision que vous puissiez annuler.`,
    `${name}: ${is}. No hay ninguna decisión que pueda deshacer.`,
  );
  return fromData(reply, [leadLink(id, name)]);
}

function offeredUndo(
  asking: Asking,
  { id, title, description, leads }: JournalEntry,
  link: ChatReply["links"][number],
): ChatReply {
  const { say } = asking;
  const label =
    leads === undefined || leads === 1
      ? say(`Undo “${title}”`, `„${title}“ rückgängig machen`, `Annuler « ${title} »`, `Deshacer «${title}»`)
      : say(
          `Undo it for all ${leads} leads`,
          `Für alle ${leads} Leads rückgängig machen`,
          `Annuler pour les ${leads} prospects`,
          `Deshacer para los ${leads} leads`,
        );
  const what = `${title}${description === "" ? "" : `: ${description}`}.`;
  const reply = say(
    `Latest change: ${what}`,
    `Letzte Änderung: ${what}`,
    `Dernier changement : ${what}`,
    `Último cambio: ${what}`,
  );
  return offered(asking, reply, { kind: "undo", label, actId: id }, [link]);
}

/** The kinds of actions that people name, as their titles in the history say them. */
const NAMED = /\b(?:approv|reject|qualif|delet|merg|comment|import|assign|rule|sync)/u;
const HISTORY = { label: "History", href: "/history" };

/** "Undo what I did last", "undo that last rejection": the person's latest such action that can be undone. */
export const offerUndo: Answering = async (asking) => {
  const { store, allows, meaning, say } = asking;
  const { by, userId } = acting();
  const entries = await store.journal.list(READ, undefined, { mayManage: allows("manage"), userId });
  const own = entries.filter((entry) => entry.by === by && entry.undoable);
  const [named = ""] = NAMED.exec(meaning.wording.text) ?? [];
  const last = own.find(({ title }) => title.toLowerCase().includes(named));
  if (last !== undefined) return offeredUndo(asking, last, HISTORY);
  if (own.length === 0) return null;
  return fromData(
    say(
      "You have no recent change of that kind to undo. History lists all changes.",
      "Sie haben keine solche Änderung, die sich rückgängig machen lässt. Alle Änderungen stehen unter History.",
      "Vous n'avez aucun changement récent de ce genre à annuler. L'historique complet est dans History.",
      "No tiene ningún cambio reciente de ese tipo que deshacer. El historial completo está en History.",
    ),
    [HISTORY],
  );
};
