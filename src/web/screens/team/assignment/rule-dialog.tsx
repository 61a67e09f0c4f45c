import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { Controller, useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { ASSIGNMENT_STRATEGIES, type AssignmentRule, NewAssignmentRule } from "#shared/contract/assignment.ts";
import type { TeamMember } from "#shared/contract/user.ts";
import { fieldWords } from "#shared/field-words.ts";
import { LEAD_TEXT_FIELDS } from "#shared/lead-fields.ts";
import { LIMITS } from "#shared/limits.ts";
import { useUndo } from "#web/actions/use-undo.ts";
import { previewAssignment, saveAssignmentRule } from "#web/api/assignment.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { useTeam } from "#web/api/leads/owners.ts";
import { OFFERED_SOURCES, sourceName } from "#web/format/lead-source.ts";
import { previewWords, STRATEGY_WORDS } from "#web/screens/team/assignment/assignment-words.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/fields/checkbox.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { Input } from "#web/ui/fields/input.tsx";
import { Select } from "#web/ui/fields/select.tsx";
import { Dialog, DialogActions } from "#web/ui/overlays/dialog.tsx";
import { useLastShown } from "#web/ui/overlays/last-shown.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

const { weight } = LIMITS.assignment;
const Score = z.string().regex(/^(?:|\d|[1-9]\d|100)$/u, "Enter a number from 0 to 100");

const Fields = z
  .object({
    name: NewAssignmentRule.shape.name,
    source: z.string(),
    minScore: Score,
    maxScore: Score,
    country: z
      .string()
      .trim()
      .regex(/^(?:|[A-Za-z]{2})$/u, "Enter a two-letter country code, such as DE"),
    field: z.enum(LEAD_TEXT_FIELDS),
    contains: z.string().trim().max(LIMITS.rule.keywordLength),
    strategy: NewAssignmentRule.shape.strategy,
    /** By account; 0 for those who get no leads. */
    weights: z.record(z.string(), z.number().int().min(0).max(weight)),
  })
  .refine(({ weights }) => Object.values(weights).some((one) => one > 0), {
    path: ["weights"],
    message: "Choose at least one person",
  });
type Values = z.infer<typeof Fields>;

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
  const form = useForm<Values>({ resolver: zodResolver(Fields), defaultValues: valuesOf(rule) });
  const { register, control, handleSubmit } = form;
  const { errors, isSubmitting } = form.formState;
  const currentStrategy = useWatch({ control, name: "strategy" });
  const saving = useMutation(saveAssignmentRule);
  const previewing = useMutation(previewAssignment);
  const undoAction = useUndo();
  const team = useTeam().filter(({ id, isActive }) => isActive || rule?.people.some((one) => one.accountId === id));
  const save = async (values: Values): Promise<void> => {
    try {
      const { actId } = await saving.mutateAsync({ id: rule?.id ?? null, rule: ruleOf(values, rule, team) });
      onDone();
      toast.success(rule === null ? "Rule added successfully" : "Rule updated successfully", undoAction(actId));
    } catch (error) {
      toast.error("Failed to save rule", detailOf(error));
    }
  };
  const preview = (values: Values): void => {
    const draft = ruleOf(values, rule, team);
    const others = rules.map(({ name, isActive, conditions, strategy, people }) => ({
      name,
      isActive,
      conditions,
      strategy,
      people,
    }));
    const all = rule === null ? [...others, draft] : others.map((one, index) => (rules[index] === rule ? draft : one));
    previewing.mutate(all);
  };
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(save)(event)} className="flex flex-col gap-5">
      <Field label="Name" required error={errors.name?.message}>
        {(field) => <Input {...field} {...register("name")} autoComplete="off" />}
      </Field>
      <fieldset className="grid gap-4 sm:grid-cols-2">
        <legend className="pb-2 font-semibold">Leads</legend>
        <Field label="Source">
          {(field) => <Select {...field} {...register("source")} options={sourceOptions(rule)} />}
        </Field>
        <Field label="Country" error={errors.country?.message} hint="By phone number or domain.">
          {(field) => <Input {...field} {...register("country")} autoComplete="off" maxLength={2} placeholder="Any" />}
        </Field>
        <Field label="Lowest score" error={errors.minScore?.message}>
          {(field) => <Input {...field} {...register("minScore")} inputMode="numeric" autoComplete="off" />}
        </Field>
        <Field label="Highest score" error={errors.maxScore?.message}>
          {(field) => <Input {...field} {...register("maxScore")} inputMode="numeric" autoComplete="off" />}
        </Field>
        <Field label="Field">
          {(field) => (
            <Select
              {...field}
              {...register("field")}
              options={LEAD_TEXT_FIELDS.map((value) => ({ value, label: fieldWords(value) }))}
            />
          )}
        </Field>
        <Field label="Contains" error={errors.contains?.message}>
          {(field) => <Input {...field} {...register("contains")} autoComplete="off" dir="auto" />}
        </Field>
      </fieldset>
      <Controller
        control={control}
        name="strategy"
        render={({ field: { ref: _ref, ...choice } }) => (
          <Field label="Assign to" required hint={STRATEGY_WORDS[choice.value].hint}>
            {(field) => (
              <Select
                {...field}
                {...choice}
                options={ASSIGNMENT_STRATEGIES.map((value) => ({ value, label: STRATEGY_WORDS[value].label }))}
              />
            )}
          </Field>
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

function valuesOf(rule: AssignmentRule | null): Values {
  const { source = "", minScore, maxScore, country = "", texts = [] } = rule?.conditions ?? {};
  return {
    name: rule?.name ?? "",
    source,
    minScore: minScore === undefined ? "" : String(minScore),
    maxScore: maxScore === undefined ? "" : String(maxScore),
    country,
    field: texts[0]?.field ?? "company",
    contains: texts[0]?.contains ?? "",
    strategy: rule?.strategy ?? "round_robin",
    weights: Object.fromEntries((rule?.people ?? []).map(({ accountId, weight: one }) => [accountId, one])),
  };
}

/** The rule as entered with the people shown; further texts, which only the API sets, stay. */
function ruleOf(values: Values, rule: AssignmentRule | null, team: readonly TeamMember[]): NewAssignmentRule {
  const { name, source, minScore, maxScore, country, field, contains, strategy, weights } = values;
  const others = rule?.conditions.texts?.slice(1) ?? [];
  const texts = [...(contains === "" ? [] : [{ field, contains }]), ...others];
  return {
    name,
    isActive: rule?.isActive ?? true,
    conditions: {
      ...(source !== "" && { source }),
      ...(minScore !== "" && { minScore: Number(minScore) }),
      ...(maxScore !== "" && { maxScore: Number(maxScore) }),
      ...(country !== "" && { country: country.toUpperCase() }),
      ...(texts.length > 0 && { texts }),
    },
    strategy,
    people: team.flatMap(({ id }) => ((weights[id] ?? 0) > 0 ? [{ accountId: id, weight: weights[id] ?? 1 }] : [])),
  };
}

function sourceOptions(rule: AssignmentRule | null) {
  const chosen = rule?.conditions.source;
  const sources =
    chosen === undefined || OFFERED_SOURCES.includes(chosen) ? OFFERED_SOURCES : [...OFFERED_SOURCES, chosen];
  return [{ value: "", label: "Any source" }, ...sources.map((value) => ({ value, label: sourceName(value) }))];
}

function weightOptions(chosen: number) {
  const weights = [...new Set([1, 2, 3, 4, 5, 10, chosen])].toSorted((a, b) => a - b);
  return weights.map((value) => ({ value: String(value), label: `Weight ${value}` }));
}
