import { ASKING_ABOUT } from "./asking-about.ts";
import { CHINESE } from "./chinese.ts";
import type { Concept } from "./concept.ts";
import { DUTCH } from "./dutch.ts";
import { ITALIAN } from "./italian.ts";
import { JAPANESE } from "./japanese.ts";
import { MANY_LANGUAGES } from "./many-languages.ts";
import { OFFERING } from "./offering.ts";
import { OTHER_MAIL } from "./other-mail.ts";
import { OWN_BUSINESS } from "./own-business.ts";
import { PEOPLE } from "./people.ts";
import { POLISH } from "./polish.ts";
import { PORTUGUESE } from "./portuguese.ts";
import { RUSSIAN } from "./russian.ts";
import { SWEDISH } from "./swedish.ts";
import { TRADES } from "./trades.ts";
import { TURKISH } from "./turkish.ts";
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
  ...ITALIAN,
  ...DUTCH,
  ...PORTUGUESE,
  ...CHINESE,
  ...JAPANESE,
  ...POLISH,
  ...RUSSIAN,
  ...SWEDISH,
  ...TURKISH,
];
