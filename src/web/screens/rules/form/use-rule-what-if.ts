import { type Control, useWatch } from "react-hook-form";
import type { NewRule, Rule, RuleDraft } from "#shared/contract/rule.ts";
import { type WhatIfAnswer, useWhatIf } from "#web/acts/what-if/use-what-if.ts";
import { ApiError } from "#web/api/api-error.ts";
import { ruleFields, type RuleValues } from "#web/screens/rules/form/rule-fields.ts";

/** A name changes no score, so one is not waited for. */
const UNNAMED = "New rule";

interface RuleWhatIf {
  whatIf: WhatIfAnswer;
  /** Why nothing is asked: what the form would say on saving; undefined while nothing was typed. */
  refusal: string | undefined;
  /** What the server finds wrong with one of the typed keywords, with the keyword named. */
  complaint: string | undefined;
}

/** What saving the form would do, asked with all other rules as they are. */
export function useRuleWhatIf(
  control: Control<RuleValues, unknown, NewRule>,
  rules: readonly Rule[],
  rule: Rule | null,
  isChanged: boolean,
): RuleWhatIf {
  // What is watched may be partial by its type; all fields have a value from the start.
  const typed = useWatch({ control }) as RuleValues;
  const named = typed.name.trim() === "" ? { ...typed, name: UNNAMED } : typed;
  const parsed = isChanged ? ruleFields(typed.mode, rule).safeParse(named) : null;
  const draft: RuleDraft | undefined = parsed?.data;
  const place = rules.findIndex(({ id }) => id === rule?.id);
  const at = place < 0 ? rules.length : place;
  const whatIf = useWhatIf(
    draft === undefined
      ? null
      : {
          rules: [
            ...rules.slice(0, at).map(draftOf),
            place < 0 ? draft : { ...draft, id: rules[place]?.id },
            ...rules.slice(at + 1).map(draftOf),
          ],
        },
  );
  const { error } = whatIf;
  const complaint =
    error instanceof ApiError ? error.fields.find(({ field }) => field.startsWith(`rules.${at}.`)) : null;
  return {
    whatIf,
    refusal: parsed?.error?.issues[0]?.message,
    complaint: complaint ? namedKeyword(complaint, draft?.keywords ?? []).message : undefined,
  };
}

/** A complaint about a keyword by its place, "rules.2.keywords.0", with the keyword in words. */
export function namedKeyword<C extends { field: string; message: string }>(
  complaint: C,
  keywords: readonly string[],
): C {
  const place = /(?:^|\.)keywords\.(\d+)$/u.exec(complaint.field)?.[1];
  const keyword = place === undefined ? undefined : keywords[Number(place)];
  return keyword === undefined ? complaint : { ...complaint, message: `${keyword}: ${complaint.message}` };
}

function draftOf({ createdAt: _createdAt, ...rule }: Rule): RuleDraft {
  return rule;
}
