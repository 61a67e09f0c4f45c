import type { Language } from "#server/demo/sample-cultures.ts";
import { SENTENCES, type Signal, type Voice } from "#server/demo/sample-sentences.ts";
import { between, pick, type Random } from "#server/demo/seeded-random.ts";

/**
 * What a lead gives away of its interest. A warm one reaches the threshold of 30 points by its signals and title alone;
 * a cold one stays below it even so.
 */
export interface Interest {
  warm: boolean;
  signals: readonly Signal[];
  decides: boolean;
  /** Whether ten more points of a known industry would still leave a cold lead below the threshold. */
  mayFit: boolean;
}

const WARM_SHARE = 0.57;

/** Draws an interest; without a title (a page that names nobody) all of it has to be in the text. */
export function drawInterest(random: Random, hasTitle: boolean): Interest {
  const warm = random() < WARM_SHARE;
  const weight = random();
  if (warm) return { warm, mayFit: true, ...warmSigns(random, weight, hasTitle) };
  if (weight < 0.25 && hasTitle) return { warm, signals: ["context", "idle"], decides: true, mayFit: false };
  const signals: Signal[] = weight < 0.5 ? ["asks"] : weight < 0.6 ? ["grows"] : ["idle"];
  return { warm, signals: random() < 0.5 ? ["context", ...signals] : signals, decides: false, mayFit: true };
}

function warmSigns(random: Random, weight: number, hasTitle: boolean): Pick<Interest, "signals" | "decides"> {
  if (weight < 0.45) {
    const decides = hasTitle && random() < 0.5;
    return { decides, signals: decides ? ["context", "asks"] : ["asks", pick(random, ["money", "hurry"])] };
  }
  const decides = hasTitle;
  if (weight < 0.8) return { decides, signals: ["asks", pick(random, ["money", "hurry"] as const), "grows"] };
  return { decides, signals: ["grows", "asks", "money", "hurry"] };
}

/** The signals in words, a sentence each. Not every language has one for growth, on which no qualification depends. */
export function sayInterest(
  random: Random,
  signals: readonly Signal[],
  voice: Voice,
  language: Language,
  city: string,
): string[] {
  const { en, [language]: own = en } = SENTENCES[voice];
  return signals.flatMap((signal) => {
    const sentences = own[signal];
    if (sentences === undefined) return [];
    const size = between(random, 4, 60);
    return [pick(random, sentences).replace("{n}", String(size)).replace("{city}", city)];
  });
}
