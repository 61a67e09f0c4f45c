import { checkKeywords } from "#server/intake/keyword-checks.ts";
import type { ScoringRule } from "#server/intake/ruleset.ts";
import { answerAsked } from "#server/platform/thread.ts";

answerAsked((rules: readonly ScoringRule[]) => checkKeywords(rules));
