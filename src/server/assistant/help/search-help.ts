import MiniSearch from "minisearch";
import { HELP_CHAPTERS } from "#shared/help/articles.ts";
import { FAQ } from "#shared/help/faq.ts";
import { GUIDE_STEPS } from "#shared/help/guide.ts";
import type { HelpLink } from "#shared/help/help-text.ts";
import { SYNONYMS } from "#server/assistant/help/synonyms.ts";
import { editDistance } from "#shared/edit-distance.ts";
import { plainWord } from "#server/assistant/understanding/words.ts";

/** A help text that answers a question. */
export interface HelpText {
  id: string;
  title: string;
  text: string;
  links: readonly HelpLink[];
}

interface Page extends HelpText {
  alsoKnownAs: string;
}

const PAGES: readonly Page[] = [
  ...FAQ.map(({ id, question, answer, links }) => ({
    id: `faq-${id}`,
    title: question,
    text: answer,
    links,
    alsoKnownAs: "",
  })),
  ...HELP_CHAPTERS.flatMap(({ articles }) =>
    articles.map(({ id, title, text, links, alsoKnownAs = "" }) => ({
      id,
      title,
      text: text.join("\n\n"),
      links,
      alsoKnownAs,
    })),
  ),
  ...GUIDE_STEPS.map(({ id, title, text, points, link }) => ({
    id: `guide-${id}`,
    title,
    text: [text, ...points.map((point) => `• ${point}`)].join("\n"),
    links: [...(link === null ? [] : [link]), { label: "Setup Guide", href: "/setup-guide" }],
    alsoKnownAs: "",
  })),
];

/** Words without meaning for the search. */
const STOP = new Set(
  `a an the i we you he she it they my our your their its me us them is are was were be been being am do does did done have has had
  can could will would shall should may might must to of in on at by for from with about into and or but if then than that this these
  those there here what which who whom whose when where why how please tell show explain give let get got want need know like so as not
  no yes any some all more most much many just also only very really winnow product app tool way thing things work works working use
  using used happens happen mean means actually exactly possible able help lead leads turn after before come comes came once own try stop getting start off time via over several different someone somebody someones`
    .split(/\s+/u)
    .filter(Boolean),
);

/** The share of the question's words, by weight, that a page must match. */
const COVERED = 0.58;
const COVERED_LENIENT = 0.5;
const BEST = 3;

/** Built with the first question to save memory. */
let index: HelpIndex | undefined;

interface HelpIndex {
  search: MiniSearch<Page>;
  /** A word's weight: inverse document frequency. Unknown words weigh most and count against a match. */
  rarity: (term: string) => number;
  isKnown: (term: string) => boolean;
  /** Replaces a misspelled word with the nearest known one. */
  corrected: (root: string) => string;
}

/**
 * The help texts that answer a question, best first; empty if no text matches enough of it, to avoid answers that miss
 * the point. Lenient for a request with words that aren't about the product ("delete Ann Lee").
 */
export function searchHelp(question: string, { isLenient = false } = {}): HelpText[] {
  const { search, rarity, corrected, isKnown } = (index ??= build());
  const asked = [...new Set(rootsIn(question).map((root) => canonical(corrected(root))))];
  const terms = isLenient ? asked.filter(isKnown) : asked;
  if (terms.length === 0) return [];
  const results = search.search(terms.join(" "), {
    tokenize: (text) => text.split(" "),
    fields: ["title", "alsoKnownAs", "text"],
    boost: { title: 3, alsoKnownAs: 2 },
    prefix: (term) => term.length >= 4,
    fuzzy: (term) => (term.length >= 8 ? 2 : term.length >= 5 ? 1 : 0),
    weights: { fuzzy: 0.35, prefix: 0.5 },
  });
  const all = terms.reduce((sum, term) => sum + rarity(term), 0);
  const needed = isLenient ? COVERED_LENIENT : COVERED;
  const answers = results.filter(({ queryTerms, match }) => {
    const covered = terms.filter((term) => queryTerms.includes(term)).reduce((sum, term) => sum + rarity(term), 0);
    // A word that only occurs in a page's text doesn't make the page about it.
    const isAbout = Object.values(match).some((fields) => fields.some((field) => field !== "text"));
    return covered / all >= needed && isAbout;
  });
  // A page's own title always matches, whatever its words weigh.
  const own = PAGES.filter(({ title }) => bare(title) === bare(question));
  const others = answers.flatMap(({ id }) => PAGES.filter((page) => page.id === id && !own.includes(page)));
  return [...own, ...others].slice(0, BEST);
}

function build(): HelpIndex {
  const search = new MiniSearch<Page>({
    fields: ["title", "text", "alsoKnownAs"],
    tokenize: (text) => rootsIn(text).map(canonical),
    processTerm: (term) => term,
  });
  search.addAll(PAGES);
  const pagesWith = new Map<string, number>();
  const roots = new Set(CANONICAL.keys());
  for (const { title, text, alsoKnownAs } of PAGES) {
    const ofPage = rootsIn(`${title} ${text} ${alsoKnownAs}`);
    for (const root of ofPage) roots.add(root);
    for (const term of new Set(ofPage.map(canonical))) pagesWith.set(term, (pagesWith.get(term) ?? 0) + 1);
  }
  return {
    search,
    rarity: (term) => Math.log(1 + PAGES.length / (pagesWith.get(term) ?? 0.5)),
    isKnown: (term) => pagesWith.has(term),
    corrected: (root) => (roots.has(root) ? root : nearest(root, roots)),
  };
}

/** One typo, or two from eight letters on; the first letter is usually right. */
function nearest(root: string, roots: Iterable<string>): string {
  if (root.length < 5) return root;
  const most = root.length >= 8 ? 2 : 1;
  let best = root;
  let least = most + 1;
  for (const known of roots) {
    if (known[0] !== root[0]) continue;
    const distance = editDistance(root, known, most);
    if (distance < least) [best, least] = [known, distance];
  }
  return best;
}

const CANONICAL = new Map(
  SYNONYMS.flatMap((group) => group.map((word) => [stem(word), stem(group[0] ?? word)] as const)),
);

function canonical(root: string): string {
  return CANONICAL.get(root) ?? root;
}

function rootsIn(text: string): string[] {
  return (plainWord(text).match(/[\p{L}\p{N}]+(?:[+#]+)?/gu) ?? []).filter((word) => !STOP.has(word)).map(stem);
}

function bare(text: string): string {
  return plainWord(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Strips English plurals and the most common endings, enough for "exporting" to match "exports". */
function stem(word: string): string {
  if (word.length <= 4) return word.replace(/(?<=[a-z]{3})s$/u, "");
  return word
    .replace(/ies$/u, "y")
    .replace(/(?<=[a-z]{3})(?:ing|ed|es|s)$/u, "")
    .replace(/(?<=([b-df-hj-np-tv-z]))\1$/u, "")
    .replace(/(?<=[a-z]{4})e$/u, "");
}
