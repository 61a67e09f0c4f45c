import type { LeadText } from "#server/intake/lead-text.ts";
import { compileRuleset, type Ruleset, type ScoringRule } from "#server/intake/ruleset.ts";
import { literalsOf } from "#server/intake/what-if/literal.ts";
import type { BlockTexts } from "#server/intake/what-if/block-texts.ts";
import { Finds } from "#server/intake/what-if/finds.ts";
import type { Search } from "#server/intake/what-if/score-plan.ts";

/** With more literals than this, looking for them first is no quicker than reading all. */
const MOST_LITERALS = 8;

/** Looks for some searches in block after block. */
export class Searcher {
  readonly #searches: readonly Search[];
  readonly #ruleset: Ruleset;
  /** Matches in every ASCII text in which any of the searches finds something; null when none such is known. */
  readonly #hint: RegExp | null;

  constructor(searches: readonly Search[]) {
    this.#searches = searches;
    // Each is a rule of its own with one keyword, so the place of the keyword is that of the search.
    this.#ruleset = compileRuleset(searches.map(ruleOf));
    this.#hint = hintOf(searches);
  }

  /** What the searches find in the texts of `leads` leads, just as scoring finds it. */
  search(texts: BlockTexts, leads: number): Finds {
    const gathering = this.gather();
    if (this.#hint === null) for (let lead = 0; lead < leads; lead += 1) gathering.look(lead, texts.of(lead));
    else for (const lead of texts.likely(this.#hint)) gathering.look(lead, texts.of(lead));
    return gathering.finds();
  }

  /** The same for leads whose texts are at hand one after the other, each by its place in the block. */
  gather(): { look(lead: number, texts: readonly LeadText[]): void; finds(): Finds } {
    const found: number[][] = this.#searches.map(() => []);
    return {
      look: (lead, texts) => {
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
