import { ASKING_ABOUT } from "./asking-about.ts";
import type { Concept } from "./concept.ts";
import { MANY_LANGUAGES } from "./many-languages.ts";
import { OFFERING } from "./offering.ts";
import { OTHER_MAIL } from "./other-mail.ts";
import { OWN_BUSINESS } from "./own-business.ts";
import { PEOPLE } from "./people.ts";
import { TRADES } from "./trades.ts";
import { WANTING } from "./wanting.ts";

export const CONCEPTS: readonly Concept[] = [
  ...PEOPLE,
  ...WANTING,
  ...OFFERING,
  ...OTHER_MAIL,
  ...ASKING_ABOUT,
  ...OWN_BUSINESS,
  ...TRADES,
  ...MANY_LANGUAGES,
];
