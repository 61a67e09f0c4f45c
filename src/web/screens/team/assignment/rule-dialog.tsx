import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Controller, useForm, useWatch } from "react-hook-form";
import { ASSIGNMENT_STRATEGIES, type AssignmentRule } from "#shared/contract/assignment.ts";
import type { Tag } from "#shared/contract/leads/tag.ts";
import { fieldWords } from "#shared/field-words.ts";
import { LEAD_TEXT_FIELDS } from "#shared/lead-fields.ts";
import { useAction } from "#web/actions/use-action.ts";
import { createAssignmentRule, previewAssignment, updateAssignmentRule } from "#web/api/assignment.ts";
import { detailOf, isStale } from "#web/api/connection/api-error.ts";
import { leadFieldsQuery } from "#web/api/leads/lead-fields-query.ts";
import { useTeam } from "#web/api/leads/owners.ts";
import { tagsQuery } from "#web/api/leads/tags.ts";
import { OFFERED_SOURCES, sourceName } from "#web/format/lead-source.ts";
import { showFieldErrors } from "#web/forms/field-errors.ts";
import { fieldsOf } from "#web/forms/fields-of.ts";
import { previewWords, STRATEGY_WORDS } from "#web/screens/team/assignment/assignment-words.ts";
import { ConditionsField } from "#web/screens/team/assignment/conditions-field.tsx";
import {
  RuleFields,
  ruleOf,
  type RuleValues,
  SERVER_FIELDS,
  valuesOf,
} from "#web/screens/team/assignment/rule-values.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/fields/checkbox.tsx";
import { SelectField, TextField } from "#web/ui/fields/fields.tsx";
import { Select } from "#web/ui/fields/select.tsx";
import { Dialog, DialogActions } from "#web/ui/overlays/dialog.tsx";
import { useLastShown } from "#web/ui/overlays/last-shown.ts";

interface RuleDialogProps {
  /** Null while closed. */
  edited: AssignmentRule | "new" | null;
  rules: readonly AssignmentRule[];
  onClose: () => void;
}

export function RuleDialog({ edited, rules, onClose }: RuleDialogProps) {
  const shown = useLastShown(edited);
  const rule = shown === "new" ? null : shown;
  return (
    <Dialog
      wide
      open={edited !== null}
      onOpenChange={(open) => !open && onClose()}
      title={rule === null ? "Add assignment rule" : "Edit assignment rule"}
      description="Rules never change an owner that a person chose."
    >
      <RuleForm key={rule?.id ?? "new"} rule={rule} rules={rules} onDone={onClose} />
    </Dialog>
  );
}

function RuleForm({
  rule,
  rules,
  onDone,
}: {
  rule: AssignmentRule | null;
  rules: readonly AssignmentRule[];
  onDone: () => void;
}) {
  const form = useForm<RuleValues>({ resolver: zodResolver(RuleFields), defaultValues: valuesOf(rule) });
  const { control, handleSubmit } = form;
  const { errors, isSubmitting } = form.formState;
  const field = fieldsOf(form);
  const currentStrategy = useWatch({ control, name: "strategy" });
  const { data: fields } = useQuery(leadFieldsQuery);
  const { data: tags } = useQuery(tagsQuery);
  const creating = useAction(createAssignmentRule);
  const updating = useAction(updateAssignmentRule);
  const previewing = useMutation(previewAssignment);
  const team = useTeam().filter(({ id, isActive }) => isActive || rule?.people.some((one) => one.accountId === id));
  // Someone else's newer change was shown; saving again replaces it.
  const [isWarned, setIsWarned] = useState(false);
  const save = (values: RuleValues): Promise<boolean> => {
    const body = ruleOf(values, rule, team);
    const ending = {
      done: rule === null ? "Rule added successfully" : "Rule updated successfully",
      failed: "Failed to save rule",
      onDone,
      onFailed: (error: unknown) => {
        if (isStale(error)) setIsWarned(true);
        showFieldErrors(form, error, SERVER_FIELDS);
      },
    };
    if (rule === null) return creating.run({ body }, ending);
    const { id, version } = rule;
    return updating.run({ params: { id }, body: { ...body, ...(!isWarned && { version }) } }, ending);
  };
  const preview = (values: RuleValues): void => {
    const draft = ruleOf(values, rule, team);
    const others = rules.map(({ name, isActive, conditions, strategy, people }) => ({
      name,
      isActive,
      conditions,
      strategy,
      people,
    }));
    const all = rule === null ? [...others, draft] : others.map((one, index) => (rules[index] === rule ? draft : one));
    previewing.mutate({ body: { rules: all } });
  };
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(save)(event)} className="flex flex-col gap-5">
      <TextField label="Name" required {...field("name")} autoComplete="off" />
      <fieldset className="grid gap-4 sm:grid-cols-2">
        <legend className="pb-2 font-semibold">Leads</legend>
        <SelectField label="Source" {...form.register("source")} options={sourceOptions(rule)} />
        <TextField
          label="Country"
          hint="By phone number or domain."
          {...field("country")}
          autoComplete="off"
          maxLength={2}
          placeholder="Any"
        />
        <TextField label="Lowest score" {...field("minScore")} inputMode="numeric" autoComplete="off" />
        <TextField label="Highest score" {...field("maxScore")} inputMode="numeric" autoComplete="off" />
        <SelectField
          label="Field"
          {...form.register("field")}
          options={LEAD_TEXT_FIELDS.map((value) => ({ value, label: fieldWords(value) }))}
        />
        <TextField label="Contains" {...field("contains")} autoComplete="off" dir="auto" />
        <SelectField label="Tag" {...field("tag")} options={tagOptions(tags, rule)} />
      </fieldset>
      <ConditionsField control={control} fields={fields} />
      <Controller
        control={control}
        name="strategy"
        render={({ field: { ref: _ref, ...choice } }) => (
          <SelectField
            label="Assign to"
            required
            hint={STRATEGY_WORDS[choice.value].hint}
            {...choice}
            options={ASSIGNMENT_STRATEGIES.map((value) => ({ value, label: STRATEGY_WORDS[value].label }))}
          />
        )}
      />
      <Controller
        control={control}
        name="weights"
        render={({ field: weights }) => (
          <fieldset className="flex min-w-0 flex-col gap-1">
            <legend className="pb-1 font-semibold">People</legend>
            {team.map(({ id, username, isActive }) => (
              <div key={id} className="flex min-h-10 items-center gap-2">
                <Checkbox
                  id={`person-${id}`}
                  checked={(weights.value[id] ?? 0) > 0}
                  onChange={({ target }) => weights.onChange({ ...weights.value, [id]: target.checked ? 1 : 0 })}
                />
                <label htmlFor={`person-${id}`} className="min-w-0 flex-1 truncate" title={username}>
                  {isActive ? username : `${username} (deactivated)`}
                </label>
                {currentStrategy === "round_robin" && (weights.value[id] ?? 0) > 0 && (
                  <span className="w-32 shrink-0">
                    <Select
                      aria-label={`Weight of ${username}`}
                      options={weightOptions(weights.value[id] ?? 1)}
                      value={String(weights.value[id] ?? 1)}
                      onChange={({ target }) => weights.onChange({ ...weights.value, [id]: Number(target.value) })}
                    />
                  </span>
                )}
              </div>
            ))}
            {errors.weights !== undefined && (
              <p role="alert" className="text-sm text-danger-ink">
                Choose at least one person
              </p>
            )}
          </fieldset>
        )}
      />
      <output className="min-h-5 text-sm text-muted">
        {previewing.data !== undefined
          ? previewWords(previewing.data)
          : previewing.error !== null && `Couldn't preview. ${detailOf(previewing.error)}`}
      </output>
      <DialogActions>
        <Button onClick={onDone}>Cancel</Button>
        <Button busy={previewing.isPending} onClick={(event) => void handleSubmit(preview)(event)}>
          Preview
        </Button>
        <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Saving...">
          {rule === null ? "Add rule" : "Save rule"}
        </Button>
      </DialogActions>
    </form>
  );
}

function sourceOptions(rule: AssignmentRule | null) {
  const chosen = rule?.conditions.source;
  const sources =
    chosen === undefined || OFFERED_SOURCES.includes(chosen) ? OFFERED_SOURCES : [...OFFERED_SOURCES, chosen];
  return [{ value: "", label: "Any source" }, ...sources.map((value) => ({ value, label: sourceName(value) }))];
}

function tagOptions(tags: readonly Tag[] | undefined, rule: AssignmentRule | null) {
  const [chosen] = rule?.conditions.tags ?? [];
  const isUnknown = chosen !== undefined && tags?.some(({ id }) => id === chosen) !== true;
  return [
    { value: "", label: "Any tag" },
    ...(isUnknown ? [{ value: chosen, label: tags === undefined ? "A tag" : "Deleted tag" }] : []),
    ...(tags ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
}

function weightOptions(chosen: number) {
  const weights = [...new Set([1, 2, 3, 4, 5, 10, chosen])].toSorted((a, b) => a - b);
  return weights.map((value) => ({ value: String(value), label: `Weight ${value}` }));
}
