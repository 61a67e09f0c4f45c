import type { Concept } from "./concept.ts";
import { OFFERING } from "./offering.ts";
import { OTHER_MAIL } from "./other-mail.ts";
import { PEOPLE } from "./people.ts";
import { WANTING } from "./wanting.ts";

export const CONCEPTS: readonly Concept[] = [...PEOPLE, ...WANTING, ...OFFERING, ...OTHER_MAIL];
