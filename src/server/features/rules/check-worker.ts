import { checkKeywords } from "#server/pipeline/intake/keywords/keyword-checks.ts";
import type { ScoringRule } from "#server/pipeline/intake/ruleset.ts";
import { answerAsked } from "#server/platform/thread.ts";

answerAsked((rules: readonly ScoringRule[]) => checkKeywords(rules));
