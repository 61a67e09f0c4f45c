import type { ChatAction } from "#shared/contract/chat.ts";
import type { Answering } from "#server/assistant/answers/answer.ts";
import { mailboxState } from "#server/assistant/answers/mail-states.ts";

/** "Check mails now": reads the mailbox, if it is on. */
export const checkMailbox: Answering = async (asking) => {
  const { say } = asking;
  const state = await mailboxState(asking);
  const mailbox = await asking.store.mailbox.read();
  if (state === null || mailbox?.enabled !== true) return state;
  const action: ChatAction = {
    kind: "sync_mailbox",
    label: say("Check the mailbox now", "Postfach jetzt lesen", "Lire la messagerie maintenant", "Leer el buzón ahora"),
  };
  return asking.may(action.kind) ? { ...state, actions: [action] } : state;
};
