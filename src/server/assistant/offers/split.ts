import type { ChatAction, ChatReply } from "#shared/contract/chat.ts";
import { offered, type Asking } from "#server/assistant/answers/answer.ts";
import { accountsNamed } from "#server/assistant/answers/words-left.ts";
import { chosenFor, withoutLeads } from "#server/assistant/offers/for-leads.ts";
import type { Meaning } from "#server/assistant/understanding/question.ts";
import { leadsWords } from "#server/assistant/words/lead-words.ts";
import { acting } from "#server/platform/acting.ts";

/** "Split them between me and Sarah": by turns, the best first. */
export async function offerSplit(asking: Asking): Promise<ChatReply | null> {
  const { meaning, store, say } = asking;
  const { userId } = acting();
  const isMine = /\b(?:me|myself|us)\b/u.test(meaning.wording.text);
  if (!/^(?:split|divide|distribute|share)\b/u.test(meaning.wording.text)) return null;
  const accounts = (await store.accounts.list()).filter(({ isActive }) => isActive);
  const named = accountsNamed(accounts, withoutLeads(meaning.wording));
  const own = isMine ? accounts.filter(({ id }) => id === userId) : [];
  // "Between the two of them"
  const before = accountsNamed(accounts, spokenBefore(meaning.previous));
  const people = [
    ...new Map([...own, ...(named.length + own.length > 1 ? named : before)].map((one) => [one.id, one])).values(),
  ];
  const leads = { ...meaning.leads, owners: [] };
  const chosen =
    people.length < 2
      ? null
      : await chosenFor(
          { ...asking, meaning: { ...meaning, leads } },
          people.map(({ username }) => username),
        );
  if (chosen === null || chosen.ids.length < people.length) return null;
  const actions = people.map(({ id, username }, at): ChatAction => {
    const ids = chosen.ids.filter((_, index) => index % people.length === at);
    const words = leadsWords(ids.length, {}, null, true, asking.language, asking);
    return {
      kind: "bulk_owner",
      label: say(
        `Assign ${words} to ${username}`,
        `${words} an ${username}`,
        `Attribuer ${words} à ${username}`,
        `Asignar ${words} a ${username}`,
      ),
      selection: { ids },
      ownerId: id,
    };
  });
  return { ...offered(asking, `${chosen.words}.`, actions, chosen.links), leads: chosen.leads };
}

const spokenBefore = (last: Meaning | undefined): string =>
  last === undefined ? "" : `${last.wording.question} ${spokenBefore(last.previous)}`;
