import type { ChatReply } from "#shared/contract/chat.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { leadLink, offered, type Answering, type Asking } from "#server/assistant/answers/answer.ts";
import { aboutLead } from "#server/assistant/answers/find-lead.ts";
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

/** "Undo the rejection of Ann Lee" */
export const ofNamed: Answering = async (asking) =>
  (asking.meaning.who ?? "") === "" ? null : aboutLead(offerReversal)(asking);

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

/** "Undo what I did last": the person's latest action that can be undone. */
export const offerUndo: Answering = async (asking) => {
  const { store, allows } = asking;
  const { by, userId } = acting();
  const entries = await store.journal.list(READ, undefined, { mayManage: allows("manage"), userId });
  const last = entries.find((entry) => entry.by === by && entry.undoable);
  return last === undefined ? null : offeredUndo(asking, last, { label: "History", href: "/history" });
};
