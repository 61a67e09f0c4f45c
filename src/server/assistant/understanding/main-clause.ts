import { productShare } from "#server/assistant/understanding/intent-model.ts";
import { beginsSentence } from "#server/assistant/understanding/name-in.ts";
import { THIS } from "#server/assistant/understanding/request-words.ts";
import { LIGHT, wordingOf, type Word, type Wording } from "#server/assistant/understanding/words.ts";

/** After a comma, these begin a remark about the person themselves. */
const ASIDE = new Set("i my our we need got because so as she he it they".split(" "));

/** The question of a text, without the remarks around it. */
export function mainClause(wording: Wording): Wording {
  const { words, question } = wording;
  // "My boss keeps asking: what …?"
  const intro = /^[^:?"“]*\b(?:ask\w*|question|wonder\w*)\b[^:?"“]*:\s/iu.exec(question)?.[0].length ?? 0;
  const rest = words.filter(({ start }) => start >= intro);
  if (rest.length > 0 && rest.length < words.length) return mainClause(wordingOf(question, rest));
  const sentences: Word[][] = [[]];
  words.forEach((word, at) => {
    if (at > 0 && beginsSentence(wording, at)) sentences.push([]);
    sentences.at(-1)?.push(word);
  });
  const isAsked = (part: readonly Word[]): boolean =>
    question.slice(part.at(-1)?.end).trimStart().startsWith("?") &&
    part.some(
      ({ meant, isOfLead, isOfName }) =>
        isOfLead === true || isOfName === true || (productShare(meant) > OF_PRODUCT && !LIGHT.has(meant)),
    ) &&
    !THIS.test(part.map(({ meant }) => meant).join(" "));
  const [asked, ...others] = sentences.filter(isAsked);
  // Skips only sentences about the person themselves.
  const isAside = (part: readonly Word[]): boolean =>
    part.some(({ meant }) => ASIDE.has(meant.split("'")[0] ?? "")) &&
    part.every(({ isOfLead, isOfName, field }) => isOfLead !== true && isOfName !== true && field === undefined);
  const isAlone =
    asked !== undefined && others.length === 0 && sentences.every((part) => part === asked || isAside(part));
  const main = sentences.length > 1 && isAlone ? asked : words;
  const aside = main.findIndex(({ meant, start }, at) => {
    const end = main[at - 1]?.end;
    return at > 3 && end !== undefined && ASIDE.has(meant) && /^\s*,\s*$/u.test(question.slice(end, start));
  });
  const kept = aside === -1 ? main : main.slice(0, aside);
  return kept.length === words.length ? wording : wordingOf(question, kept);
}

const OF_PRODUCT = 0.98;
