import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { type Resolver, useWatch } from "react-hook-form";
import type { NewRule, Rule, RuleCheck } from "#shared/contract/rule.ts";
import { LIMITS } from "#shared/limits.ts";
import { useAction } from "#web/actions/use-action.ts";
import { WhatIfPanel } from "#web/actions/what-if/what-if-panel.tsx";
import { ApiError } from "#web/api/connection/api-error.ts";
import { createRule, factNamesQuery, updateRule } from "#web/api/rules.ts";
import { formatCount, formatCounted } from "#web/format/number.ts";
import { useRecordForm } from "#web/forms/record-form.tsx";
import { CheckList } from "#web/screens/rules/checks/check-list.tsx";
import { parseKeywords } from "#web/screens/rules/form/keyword-text.ts";
import { ConditionFields } from "#web/forms/conditions/condition-fields.tsx";
import { MoreOptions } from "#web/screens/rules/form/more-options.tsx";
import {
  hasMoreOptions,
  ruleFields,
  ruleValues,
  type RuleValues,
  SERVER_FIELDS,
} from "#web/screens/rules/form/rule-fields.ts";
import { namedKeyword, type Shortfall, useRuleWhatIf } from "#web/screens/rules/form/use-rule-what-if.ts";
import { useRuleFields } from "#web/screens/rules/use-rule-fields.ts";
import { Button } from "#web/ui/button.tsx";
import { NumberField, SwitchField, TextField, TextareaField } from "#web/ui/fields/fields.tsx";
import { SubmitActions } from "#web/ui/overlays/dialog.tsx";
import { Segments } from "#web/ui/segments.tsx";

const { weight } = LIMITS.rule;
const WAYS = [
  { value: "keywords", label: "Keywords" },
  { value: "condition", label: "A custom field's value" },
] as const;

interface RuleFormProps {
  /** Null for a new rule. */
  rule: Rule | null;
  rules: readonly Rule[];
  /** Warnings about this rule. */
  checks: readonly RuleCheck[];
  onDone: () => void;
}

export function RuleForm({ rule, rules, checks, onDone }: RuleFormProps) {
  // Keyword parsing depends on the mode.
  const resolver: Resolver<RuleValues, unknown, NewRule> = async (values, context, options) =>
    zodResolver(ruleFields(values.mode, rule))(values, context, options);
  const { form, field, draft, concurrent } = useRecordForm({
    name: `rule.${rule?.id ?? "new"}`,
    noun: "rule",
    record: rule,
    valuesOf: ruleValues,
    schema: ruleFields("words", null),
    resolver,
  });
  const { handleSubmit, setValue, formState, control } = form;
  const { errors, isSubmitting, isDirty } = formState;
  const [mode, keywordsText, chosen] = useWatch({ control, name: ["mode", "keywordsText", "places.chosen"] });
  const custom = useRuleFields();
  const isCondition = mode === "condition";
  const { whatIf, shortfall, refusal, complaint } = useRuleWhatIf(control, rules, rule, isDirty);
  const { data: factNames = [] } = useQuery(factNamesQuery);
  const creating = useAction(createRule);
  const updating = useAction(updateRule);

  const save = (values: NewRule): Promise<boolean> => {
    const ending = {
      done: `Rule ${rule === null ? "created" : "updated"} successfully`,
      failed: `Failed to ${rule === null ? "create" : "update"} rule`,
      onDone: () => {
        draft.clear();
        onDone();
      },
      onFailed: (error: unknown) => concurrent.failed(withKeywords(error, values.keywords), SERVER_FIELDS),
    };
    return rule === null
      ? creating.run({ body: values }, ending)
      : updating.run({ params: { id: rule.id }, body: { ...values, version: concurrent.version } }, ending);
  };

  const touched = { shouldDirty: true, shouldValidate: formState.isSubmitted };
  const changeWay = (toCondition: boolean): void => {
    setValue("keywordsText", "", touched);
    setValue("places", { isEverywhere: !toCondition, chosen: [] }, touched);
    setValue("mode", toCondition ? "condition" : "words", touched);
  };
  const typedKeywords = parseKeywords(keywordsText, mode);
  const warnings = checks.filter(({ keyword }) => keyword !== null && typedKeywords.includes(keyword));
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(save)(event)}>
      {draft.notice}
      <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <TextField label="Name" required {...field("name")} placeholder="Ready to buy" autoComplete="off" />
          {(isCondition || (custom?.length ?? 0) > 0) && (
            <div>
              <Segments
                label="Look for"
                options={WAYS}
                value={isCondition ? "condition" : "keywords"}
                onChange={(way) => changeWay(way === "condition")}
              />
            </div>
          )}
          {isCondition && (
            <ConditionFields
              fields={custom}
              place={chosen[0] ?? ""}
              text={keywordsText}
              errors={{ place: errors.places?.chosen?.message, text: errors.keywordsText?.message ?? complaint }}
              onChange={(place, text) => {
                setValue("places.chosen", place === "" ? [] : [place], touched);
                setValue("keywordsText", text, touched);
              }}
            />
          )}
          <div className={isCondition ? "empty:hidden" : "flex flex-col gap-2"}>
            {!isCondition && (
              <TextareaField
                label="Keywords"
                required
                error={errors.keywordsText?.message ?? complaint}
                hint={
                  mode === "regex"
                    ? "One regular expression per line."
                    : mode === "words"
                      ? "Separate with commas. Use * to match any ending."
                      : "Separate with commas."
                }
                {...form.register("keywordsText")}
                placeholder={mode === "regex" ? String.raw`\d{2,3}k budget` : "pricing, request a demo, budget*"}
                spellCheck={mode !== "regex"}
              />
            )}
            {warnings.length > 0 && <CheckList checks={warnings} />}
          </div>
          <NumberField
            label="Weight"
            required
            hint={`Points per ${isCondition ? "match" : "matched keyword"}, ${weight.min} to ${weight.max}.`}
            {...field("scoreWeight")}
            bounds={weight}
            className="max-w-28"
          />
          <ShortfallNote
            shortfall={shortfall}
            onWeight={(points) => setValue("scoreWeight", String(points), touched)}
          />
          <SwitchField label="Active" {...form.register("isActive")} />
          <MoreOptions form={form} factNames={factNames} custom={custom} isUsed={hasMoreOptions(rule)} />
        </div>
        <div className="min-w-0 max-md:border-t max-md:border-line max-md:pt-5">
          <div className="md:sticky md:top-0 md:min-h-128">
            <WhatIfPanel
              whatIf={whatIf}
              idle={
                refusal === undefined
                  ? "Edit the rule to see which leads change."
                  : `Complete the form to see a preview. ${refusal}.`
              }
            />
          </div>
        </div>
      </div>
      {concurrent.notice}
      <SubmitActions label={rule === null ? "Create rule" : "Save changes"} busy={isSubmitting} onCancel={onDone} />
    </form>
  );
}

/** Replaces keyword indexes in errors with the keywords. */
function withKeywords(error: unknown, keywords: readonly string[]): unknown {
  if (!(error instanceof ApiError) || error.fields.length === 0) return error;
  const named = error.fields.map((complaint) => namedKeyword(complaint, keywords));
  return new ApiError(error.status, error.detail, named);
}

interface ShortfallNoteProps {
  shortfall: Shortfall | null;
  onWeight: (weight: number) => void;
}

/** While typing: no lead qualifies with this rule, and a weight with which some do. */
function ShortfallNote({ shortfall, onWeight }: ShortfallNoteProps) {
  const better = shortfall?.better ?? null;
  return (
    <div role="status" className="-mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm empty:hidden">
      {shortfall !== null && (
        <p className="text-pretty">
          0 of {formatCounted(shortfall.total, "lead")} reach the threshold ({shortfall.threshold}) with this rule.
          {better !== null && ` With weight ${better.weight}, ${formatCount(better.reaching)} would.`}
        </p>
      )}
      {better !== null && (
        <Button size="small" onClick={() => onWeight(better.weight)}>
          Use weight {better.weight}
        </Button>
      )}
    </div>
  );
}
