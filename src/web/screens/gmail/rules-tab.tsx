import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { AutomationRules } from "#shared/contract/mailbox.ts";
import { LIMITS } from "#shared/limits.ts";
import { formatTextList } from "#shared/text-list.ts";
import { LockedForm } from "#web/acts/locked-form.tsx";
import { useUndo } from "#web/acts/use-undo.ts";
import { detailOf } from "#web/api/api-error.ts";
import { saveAutomationRules } from "#web/api/mailbox.ts";
import { showFieldErrors } from "#web/forms/field-errors.ts";
import { textListField, wholeNumberField } from "#web/forms/typed-fields.ts";
import { useUnsavedChanges } from "#web/forms/unsaved-changes.tsx";
import { Learning } from "#web/screens/gmail/learning.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast-store.ts";

const { minimumConfidence } = LIMITS.mailbox;

const RuleFields = z.object({
  inclusionKeywords: textListField(AutomationRules.shape.inclusionKeywords),
  exclusionKeywords: textListField(AutomationRules.shape.exclusionKeywords),
  minimumConfidence: wholeNumberField(AutomationRules.shape.minimumConfidence),
});
type RuleValues = z.input<typeof RuleFields>;

const SERVER_FIELDS = {
  inclusionKeywords: "inclusionKeywords",
  exclusionKeywords: "exclusionKeywords",
  minimumConfidence: "minimumConfidence",
} as const;

/** What the analysis obeys, and what it has learned. */
export function RulesTab({ rules }: { rules: AutomationRules }) {
  const form = useForm<RuleValues, unknown, AutomationRules>({
    resolver: zodResolver(RuleFields),
    values: valuesOf(rules),
    resetOptions: { keepDirtyValues: true },
  });
  const { register, handleSubmit, formState } = form;
  const { errors, isSubmitting, isDirty } = formState;
  const { question } = useUnsavedChanges(isDirty);
  const { mutateAsync } = useMutation(saveAutomationRules);
  const undoAction = useUndo();
  const save = async (typed: AutomationRules): Promise<void> => {
    try {
      const { data: saved, actId } = await mutateAsync(typed);
      form.reset(valuesOf(saved), { keepDirtyValues: false });
      toast.success("Automation rules saved successfully", undoAction(actId));
    } catch (error) {
      showFieldErrors(form, error, SERVER_FIELDS);
      toast.error("Failed to save the automation rules", detailOf(error));
    }
  };
  return (
    <div className="flex flex-col gap-6 max-md:gap-4">
      <Card
        title="Automation Rules"
        description="They hold for every mailbox and for pasted text, from the next message on."
      >
        <LockedForm permission="work">
          <form noValidate onSubmit={(event) => void handleSubmit(save)(event)} className="flex flex-col gap-5">
            <Field
              label="Inclusion keywords"
              error={errors.inclusionKeywords?.message}
              hint="Separated by commas. A message that has one is more likely a lead."
            >
              {(control) => (
                <Textarea {...control} {...register("inclusionKeywords")} placeholder="quote, pricing, demo" />
              )}
            </Field>
            <Field
              label="Exclusion keywords"
              error={errors.exclusionKeywords?.message}
              hint="Separated by commas. A message that has one is never a lead."
            >
              {(control) => (
                <Textarea {...control} {...register("exclusionKeywords")} placeholder="unsubscribe, webinar" />
              )}
            </Field>
            <Field
              label="Minimum confidence score"
              required
              error={errors.minimumConfidence?.message}
              hint="0 to 100. A message counts as a lead from this confidence on."
            >
              {(control) => (
                <Input
                  {...control}
                  {...register("minimumConfidence")}
                  type="number"
                  inputMode="numeric"
                  min={minimumConfidence.min}
                  max={minimumConfidence.max}
                  className="max-w-32"
                />
              )}
            </Field>
            <div className="flex justify-end border-t border-line pt-5">
              <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Saving...">
                Save Rules
              </Button>
            </div>
            {question}
          </form>
        </LockedForm>
      </Card>
      <Learning />
    </div>
  );
}

function valuesOf({ inclusionKeywords, exclusionKeywords, minimumConfidence: minimum }: AutomationRules): RuleValues {
  return {
    inclusionKeywords: formatTextList(inclusionKeywords),
    exclusionKeywords: formatTextList(exclusionKeywords),
    minimumConfidence: String(minimum),
  };
}
