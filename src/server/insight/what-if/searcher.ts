import { foldText } from "#server/pipeline/intake/keywords/fold-text.ts";
import { piecesOf, spellingsOf, type Piece } from "#server/pipeline/intake/keywords/keyword-pattern.ts";
import type { LeadText } from "#server/pipeline/intake/lead-text.ts";
import { requiredLiterals } from "#server/pipeline/intake/keywords/regex-literals.ts";
import { compileRuleset, type Ruleset, type ScoringRule } from "#server/pipeline/intake/ruleset.ts";
import type { BlockTexts } from "#server/insight/what-if/block-texts.ts";
import { Finds } from "#server/insight/what-if/finds.ts";
import type { Search } from "#server/insight/what-if/score-plan.ts";

/** Thrown during a search whose result is no longer needed. */
export class SearchWithdrawn extends Error {}

/** With more literals, a first pass for them is no faster than reading everything. */
const MOST_LITERALS = 8;

/** Runs a set of searches on one block after another. */
export class Searcher {
  readonly #searches: readonly Search[];
  readonly #ruleset: Ruleset;
  /** Matches every ASCII text in which any search finds something; null when no such pattern is known. */
  readonly #hint: RegExp | null;

  readonly #isWanted: () => boolean;

  /** `isWanted` is called before each lead, since a single one can take seconds. */
  constructor(searches: readonly Search[], isWanted: () => boolean = () => true) {
    this.#isWanted = isWanted;
    this.#searches = searches;
    // One rule per keyword, so that the keyword's index is the search's.
    this.#ruleset = compileRuleset(searches.map(ruleOf));
    this.#hint = hintOf(searches);
  }

  /** Runs the searches on the texts of `leads` leads, exactly like scoring. Throws SearchWithdrawn. */
  search(texts: BlockTexts, leads: number): Finds {
    const gathering = this.gather();
    if (this.#hint === null) for (let lead = 0; lead < leads; lead += 1) gathering.look(lead, texts.of(lead));
    else for (const lead of texts.likely(this.#hint)) gathering.look(lead, texts.of(lead));
    return gathering.finds();
  }

  /** The same for leads supplied one at a time, each with its index in the block. */
  gather(): { look(lead: number, texts: readonly LeadText[]): void; finds(): Finds } {
    const found: number[][] = this.#searches.map(() => []);
    return {
      look: (lead, texts) => {
        if (!this.#isWanted()) throw new SearchWithdrawn();
        for (const { keyword } of this.#ruleset.occurring(texts)) found[keyword]?.push(lead);
      },
      finds: () => Finds.of(this.#searches.map(({ key }, at) => [key, found[at] ?? []])),
    };
  }
}

function ruleOf({ keyword, mode, fields }: Search, at: number): ScoringRule {
  const found = { id: String(at), name: "", scoreWeight: 1, isActive: true } as const;
  return { ...found, keywords: [keyword], mode, fields, counting: "each", halfLifeDays: null };
}

function hintOf(searches: readonly Search[]): RegExp | null {
  if (searches.length > MOST_LITERALS) return null;
  const literals: string[] = [];
  for (const search of searches) {
    const ofSearch = literalsOf(search);
    if (ofSearch === null) return null;
    literals.push(...ofSearch);
  }
  if (literals.length > MOST_LITERALS) return null;
  return new RegExp(literals.map((literal) => RegExp.escape(literal)).join("|"), "giu");
}

/**
 * Literals of which at least one occurs, ignoring case, in every ASCII text that the search matches. Null when none are
 * known.
 */
function literalsOf({ keyword, mode }: Search): readonly string[] | null {
  if (mode === "condition") return null;
  if (mode === "regex") return requiredLiterals(keyword);
  const literal = mode === "exact" ? longestRun(foldText(keyword)) : longestStart(piecesOf(keyword, mode));
  return literal === "" ? null : [literal];
}

function longestStart(pieces: readonly Piece[]): string {
  return pieces.map((piece) => longestRun(commonStart(spellingsOf(piece)))).reduce(longer, "");
}

/** The common prefix of all spellings. */
function commonStart([first = [], ...others]: readonly Piece["codePoints"][]): string {
  const differs = first.findIndex((codePoint, at) => others.some((other) => other[at] !== codePoint));
  return String.fromCodePoint(...(differs < 0 ? first : first.slice(0, differs)));
}

function longestRun(text: string): string {
  return (text.match(/[a-z0-9]+/gu) ?? []).reduce<string>(longer, "");
}

function longer(a: string, b: string): string {
  return b.length > a.length ? b : a;
}
