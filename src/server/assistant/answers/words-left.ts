import type { LeadFilter } from "#shared/contract/leads/lead.ts";
import type { Asking } from "#server/assistant/answers/answer.ts";
import { ruleMeant, ruleNamed } from "#server/assistant/answers/rules.ts";
import type { LeadQuestion } from "#server/assistant/understanding/lead-phrases.ts";
import { isAnyQuestionWord } from "#server/assistant/understanding/translate.ts";
import { plainWord } from "#server/assistant/understanding/words.ts";
import type { RuleRecord } from "#server/db/rules/rules.ts";
import type { Store } from "#server/db/store.ts";

type Leads = Pick<Store, "leads">;

/** The accounts named in a question, by username or the part before the "@". */
export function accountsNamed<A extends { username: string }>(accounts: readonly A[], question: string): A[] {
  const words = new Set(
    plainWord(question)
      .split(/[^\p{L}\p{N}@._+-]+/u)
      .map((word) => word.replace(/[._]+$/u, "")),
  );
  return accounts.filter(({ username }) => {
    const name = plainWord(username);
    return words.has(name) || words.has(name.split("@")[0] ?? name);
  });
}

/** The rule that the words that no filter understood name. */
export async function nameOf(
  { rules }: Pick<Store, "rules">,
  { wording, leads }: Asking["meaning"],
): Promise<{ rule?: RuleRecord } | null> {
  const all = await rules.list();
  const said = [leads.filter.search ?? "", ...leads.leftOver].join(" ").trim();
  const words = plainWord(said).split(" ");
  // "How many match the fleet rule?"
  if (leads.isEmpty && /\bmatch\w* .*\brules?\b|\bleads of the .*\brule\b/u.test(wording.text)) {
    const meant = ruleMeant(all, wording.question);
    if (meant !== undefined) return { rule: meant };
  }
  const rule = ruleNamed(all, wording.question);
  const namedWords = new Set(plainWord(rule?.name ?? "").split(/[^\p{L}\p{N}]+/u));
  if (rule !== undefined && words.every((word) => namedWords.has(word) || /^(?:rules?|match\w*)$/u.test(word))) {
    return { rule };
  }
  return leads.leftOver.length === 0 ? {} : null;
}

/** "Laura's leads": the account that the words left over name, if nothing else was said. */
export async function ownerNamed(
  { accounts }: Pick<Store, "accounts">,
  { leftOver }: LeadQuestion,
  { search }: LeadFilter,
): Promise<{ id: string; username: string } | null> {
  const said = [search ?? "", ...leftOver].join(" ").trim();
  if (said === "" || said.split(" ").length > 1) return null;
  const [account] = accountsNamed(await accounts.list(), said);
  return account ?? null;
}

const MOST_SEARCHED = 3;

/** Words that no other question has, such as "logistics" or "CEOs and owners", if leads have them; the first is the filter's. */
export async function wordsInLeads(
  { leads }: Leads,
  filter: LeadFilter,
  { language, wording, leads: { leftOver } }: Asking["meaning"],
): Promise<readonly string[] | null> {
  const isFound = async (search: string): Promise<boolean> => (await leads.count({ ...filter, search })).count > 0;
  const stemmed = await stemsIn(leftOver, isFound);
  if (language !== "en" || leftOver.length > MOST_SEARCHED) return stemmed;
  const whole = leftOver.join(" ");
  if (leftOver.length < MOST_SEARCHED && leftOver.every(({ length }) => length > 3) && (await isFound(whole)))
    return [whole];
  const isListed = leftOver
    .slice(1)
    .every((word) => new RegExp(String.raw`\b(?:and|or) ${RegExp.escape(word)}\b`, "u").test(wording.text));
  if (!isListed) return stemmed;
  // "CEOs" are leads with the title CEO.
  const each = leftOver.map((word) => word.replace(/(?<=\w{3})s$/u, ""));
  const found = await Promise.all(each.map(async (word) => word.length > 2 && (await isFound(word))));
  return found.every(Boolean) ? each : stemmed;
}

const SHORTEST_STEM = 4;

/** The one word that no question has, shortened until leads have it: "bakeries" are leads with "baker". */
async function stemsIn(
  leftOver: readonly string[],
  isFound: (search: string) => Promise<boolean>,
): Promise<readonly string[] | null> {
  const [only, ...others] = leftOver.filter((word) => !isAnyQuestionWord(word) && !OF_KIND.test(word));
  if (only === undefined || others.length > 0 || leftOver.length > MOST_SEARCHED || only.length < SHORTEST_STEM)
    return null;
  for (let length = only.length; length >= Math.max(SHORTEST_STEM, only.length - 3); length -= 1)
    if (await isFound(only.slice(0, length))) return [only.slice(0, length)];
  return null;
}

const OF_KIND = /^(?:compan(?:y|ies)|firms?|business(?:es)?|shops?|people|guys|folks?|industr\w+|sectors?)$/u;
