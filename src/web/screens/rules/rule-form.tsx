import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { DEFAULT_RULE, NewRule, type Rule } from "#shared/contract/rule.ts";
import { LIMITS } from "#shared/limits.ts";
import { formatTextList } from "#shared/text-list.ts";
import { useUndo } from "#web/acts/use-undo.ts";
import { detailOf } from "#web/api/api-error.ts";
import { createRule, updateRule } from "#web/api/rules.ts";
import { showFieldErrors } from "#web/forms/field-errors.ts";
import { textListField, wholeNumberField } from "#web/forms/typed-fields.ts";
import { useUnsavedChanges } from "#web/forms/unsaved-changes.tsx";
import { Button } from "#web/ui/button.tsx";
import { DialogActions } from "#web/ui/dialog.tsx";
import { Field, ToggleField } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast-store.ts";

const { weight } = LIMITS.rule;

const RuleFields = z
  .object({
    name: NewRule.shape.name,
    keywordsText: textListField(NewRule.shape.keywords),
    scoreWeight: wholeNumberField(NewRule.shape.scoreWeight.unwrap()),
    isActive: z.boolean(),
  })
  .transform(({ keywordsText, ...rule }) => ({ ...rule, keywords: keywordsText }));

type Values = z.input<typeof RuleFields>;
type Checked = z.output<typeof RuleFields>;

/** The form's fields, by the name that the server calls them. */
const SERVER_FIELDS = {
  name: "name",
  keywords: "keywordsText",
  scoreWeight: "scoreWeight",
  isActive: "isActive",
} as const;

/** Null makes a new rule. */
export function RuleForm({ rule, onDone }: { rule: Rule | null; onDone: () => void }) {
  const form = useForm<Values, unknown, Checked>({
    resolver: zodResolver(RuleFields),
    defaultValues: valuesOf(rule),
  });
  const { register, handleSubmit, formState } = form;
  const { errors, isSubmitting, isDirty } = formState;
  const { release, question } = useUnsavedChanges(isDirty);
  const { mutateAsync: create } = useMutation(createRule);
  const { mutateAsync: update } = useMutation(updateRule);
  const undoAction = useUndo();

  const save = async (values: Checked): Promise<void> => {
    let actId: string | null;
    try {
      ({ actId } =
        rule === null ? await create({ ...DEFAULT_RULE, ...values }) : await update({ id: rule.id, change: values }));
    } catch (error) {
      showFieldErrors(form, error, SERVER_FIELDS);
      toast.error(`Failed to ${rule === null ? "create" : "update"} rule`, detailOf(error));
      return;
    }
    toast.success(`Rule ${rule === null ? "created" : "updated"} successfully`, undoAction(actId));
    release();
    onDone();
  };

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(save)(event)}>
      <div className="flex flex-col gap-5">
        <Field label="Name" required error={errors.name?.message}>
          {(control) => <Input {...control} {...register("name")} placeholder="Ready to buy" autoComplete="off" />}
        </Field>
        <Field
          label="Keywords"
          required
          error={errors.keywordsText?.message}
          hint="Words or phrases, separated by commas. word* finds every word that begins so."
        >
          {(control) => (
            <Textarea {...control} {...register("keywordsText")} placeholder="pricing, request a demo, budget*" />
          )}
        </Field>
        <Field
          label="Weight"
          required
          error={errors.scoreWeight?.message}
          hint={`Points for each keyword found, ${weight.min} to ${weight.max}.`}
        >
          {(control) => (
            <Input
              {...control}
              {...register("scoreWeight")}
              type="number"
              inputMode="numeric"
              min={weight.min}
              max={weight.max}
              className="max-w-28"
            />
          )}
        </Field>
        <ToggleField label="Active" hint="An inactive rule adds no points.">
          {(control) => <Switch {...control} {...register("isActive")} />}
        </ToggleField>
      </div>
      <DialogActions>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Saving...">
          {rule === null ? "Create Rule" : "Save Changes"}
        </Button>
      </DialogActions>
      {question}
    </form>
  );
}

function valuesOf(rule: Rule | null): Values {
  return {
    name: rule?.name ?? "",
    keywordsText: formatTextList(rule?.keywords ?? []),
    scoreWeight: String(rule?.scoreWeight ?? weight.default),
    isActive: rule?.isActive ?? true,
  };
}
