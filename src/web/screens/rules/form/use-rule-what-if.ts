import { useQuery } from "@tanstack/react-query";
import { type Control, useWatch } from "react-hook-form";
import type { NewRule, Rule, RuleDraft } from "#shared/contract/rule.ts";
import type { WhatIf, WhatIfResult } from "#shared/contract/what-if.ts";
import { LIMITS } from "#shared/limits.ts";
import { type WhatIfAnswer, useWhatIf } from "#web/actions/what-if/use-what-if.ts";
import { ApiError } from "#web/api/connection/api-error.ts";
import { settingsQuery } from "#web/api/settings.ts";
import { ruleFields, type RuleValues } from "#web/screens/rules/form/rule-fields.ts";

/** Names don't affect scores, so the preview doesn't wait for one. */
const UNNAMED = "New rule";

/** No lead reaches the threshold with the rule; `better` is a weight with which some do. */
export interface Shortfall {
  total: number;
  threshold: number;
  better: { weight: number; reaching: number } | null;
}

interface RuleWhatIf {
  whatIf: WhatIfAnswer;
  /** Null if a lead reaches the threshold, or the rule isn't meant to get one there. */
  shortfall: Shortfall | null;
  /** Why there is no preview: the form's validation error; undefined while untouched. */
  refusal: string | undefined;
  /** The server's error about a keyword, including the keyword. */
  complaint: string | undefined;
}

/** Previews saving the form, with all other rules unchanged. */
export function useRuleWhatIf(
  control: Control<RuleValues, unknown, NewRule>,
  rules: readonly Rule[],
  rule: Rule | null,
  isChanged: boolean,
): RuleWhatIf {
  // Typed as partial, but all fields have initial values.
  const typed = useWatch({ control }) as RuleValues;
  const named = typed.name.trim() === "" ? { ...typed, name: UNNAMED } : typed;
  const parsed = isChanged ? ruleFields(typed.mode, rule).safeParse(named) : null;
  const draft: RuleDraft | undefined = parsed?.data;
  const place = rules.findIndex(({ id }) => id === rule?.id);
  const at = place < 0 ? rules.length : place;
  const withDraft = (saved: RuleDraft): WhatIf => ({
    rules: [
      ...rules.slice(0, at).map(draftOf),
      place < 0 ? saved : { ...saved, id: rules[place]?.id },
      ...rules.slice(at + 1).map(draftOf),
    ],
  });
  const whatIf = useWhatIf(draft === undefined ? null : withDraft(draft));
  const { data: settings } = useQuery(settingsQuery);
  const threshold = settings?.qualificationThreshold;
  const misses =
    threshold !== undefined && draft?.isActive === true && draft.scoreWeight > 0 && missesThreshold(whatIf.result);
  // With this weight, one keyword is enough.
  const weight = misses && threshold <= LIMITS.rule.weight.max && draft.scoreWeight < threshold ? threshold : null;
  const heavier = useWhatIf(
    weight === null || draft === undefined ? null : withDraft({ ...draft, scoreWeight: weight }),
  );
  const { error } = whatIf;
  const complaint =
    error instanceof ApiError ? error.fields.find(({ field }) => field.startsWith(`rules.${at}.`)) : null;
  return {
    whatIf,
    shortfall:
      misses && whatIf.result !== undefined
        ? {
            total: whatIf.result.total,
            threshold,
            better:
              weight !== null && !heavier.isWorking && heavier.result !== undefined && heavier.result.reaching > 0
                ? { weight, reaching: heavier.result.reaching }
                : null,
          }
        : null,
    refusal: parsed?.error?.issues[0]?.message,
    complaint: complaint ? namedKeyword(complaint, draft?.keywords ?? []).message : undefined,
  };
}

/** Adds the keyword to an error that refers to it by index, such as "rules.2.keywords.0". */
export function namedKeyword<C extends { field: string; message: string }>(
  complaint: C,
  keywords: readonly string[],
): C {
  const place = /(?:^|\.)keywords\.(\d+)$/u.exec(complaint.field)?.[1];
  const keyword = place === undefined ? undefined : keywords[Number(place)];
  return keyword === undefined ? complaint : { ...complaint, message: `${keyword}: ${complaint.message}` };
}

function missesThreshold(result: WhatIfResult | undefined): boolean {
  return result !== undefined && result.total > 0 && result.reaching === 0;
}

function draftOf({ createdAt: _createdAt, cost: _cost, version: _version, ...rule }: Rule): RuleDraft {
  return rule;
}
