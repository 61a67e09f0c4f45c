import { HELP_PAGES, type HelpText } from "#server/assistant/help/help-pages.ts";
import { rankIntents, type RankedIntent } from "#server/assistant/understanding/intent-model.ts";
import { correctSpelling } from "#server/assistant/understanding/spelling.ts";
import { translate } from "#server/assistant/understanding/translate.ts";
import { plainWord } from "#server/assistant/understanding/words.ts";

const MOST = 3;
const OF_HELP = "help:";

/** The help texts that answer a question, best first; empty for one that isn't about the product. */
export function findHelp(question: string): HelpText[] {
  const { wording, language } = translate(question);
  const { words } = language === "en" ? correctSpelling(wording) : wording;
  return helpAmong(
    rankIntents(
      words.map(({ meant }) => meant),
      language,
    ),
    question,
  );
}

/** The help texts among the intents of a question that are likelier than none; the one it is the title of comes first. */
export function helpAmong(ranked: readonly RankedIntent[], question: string): HelpText[] {
  const asked = bare(question);
  const own = HELP_PAGES.filter(({ title }) => bare(title) === asked);
  const none = ranked.findIndex(({ id }) => id === "none");
  const found = ranked.slice(0, none === -1 ? ranked.length : none).flatMap(({ id }) => {
    const page = id.startsWith(OF_HELP) ? HELP_PAGES.find((one) => one.id === id.slice(OF_HELP.length)) : undefined;
    return page === undefined || own.includes(page) ? [] : [page];
  });
  return [...own, ...found].slice(0, MOST);
}

function bare(text: string): string {
  return plainWord(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
