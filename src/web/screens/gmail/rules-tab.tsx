import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { AutomationRules, type MailboxConfig } from "#shared/contract/mailbox.ts";
import { LIMITS } from "#shared/limits.ts";
import { formatTextList } from "#shared/text-list.ts";
import { LockedForm } from "#web/actions/locked-form.tsx";
import { useAction } from "#web/actions/use-action.ts";
import { useUndo } from "#web/actions/use-undo.ts";
import { saveAutomationRules } from "#web/api/mailbox.ts";
import { settingsQuery, updateSettings } from "#web/api/settings.ts";
import { formatCount } from "#web/format/number.ts";
import { useConcurrentChange } from "#web/forms/concurrent-change.tsx";
import { fieldsOf } from "#web/forms/fields-of.ts";
import { useDraftForm } from "#web/forms/form-draft.tsx";
import { textListField, wholeNumberField } from "#web/forms/typed-fields.ts";
import { Learning } from "#web/screens/gmail/learning.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { NumberField, SwitchField, TextareaField } from "#web/ui/fields/fields.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";

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

const FIELDS = Object.keys(SERVER_FIELDS);

export function RulesTab({ rules, languageModel }: Pick<MailboxConfig, "rules" | "languageModel">) {
  const { form, draft } = useDraftForm<RuleValues, AutomationRules>({
    name: "automation-rules",
    version: rules.version,
    values: valuesOf(rules),
    resolver: zodResolver(RuleFields),
  });
  const { handleSubmit, formState } = form;
  const { isSubmitting } = formState;
  const field = fieldsOf(form);
  const { mutateAsync } = useMutation(saveAutomationRules);
  const undoAction = useUndo();
  const concurrent = useConcurrentChange({ noun: "settings", record: rules, form, valuesOf, fields: FIELDS, draft });
  const save = async (typed: AutomationRules): Promise<void> => {
    try {
      const { data: saved, actId } = await mutateAsync({ body: { ...typed, version: concurrent.version } });
      form.reset(valuesOf(saved));
      toast.success("Automation rules saved successfully", undoAction(actId));
    } catch (error) {
      concurrent.failed("Failed to save automation rules", error, SERVER_FIELDS);
    }
  };
  return (
    <div className="flex flex-col gap-6 max-md:gap-4">
      <Card title="Automation Rules" description="Apply to new email in every mailbox and to pasted email.">
        <LockedForm permission="work">
          <form noValidate onSubmit={(event) => void handleSubmit(save)(event)} className="flex flex-col gap-5">
            {draft.notice}
            <TextareaField
              label="Inclusion keywords"
              hint="Separated by commas. Emails with one of these are more likely leads."
              {...field("inclusionKeywords")}
              placeholder="quote, pricing, demo"
            />
            <TextareaField
              label="Exclusion keywords"
              hint="Separated by commas. Emails with one of these are never leads."
              {...field("exclusionKeywords")}
              placeholder="unsubscribe, webinar"
            />
            <NumberField
              label="Minimum confidence score"
              required
              hint="0 to 100. Less certain emails need your review."
              {...field("minimumConfidence")}
              bounds={minimumConfidence}
              className="max-w-32"
            />
            {concurrent.notice}
            <div className="flex justify-end border-t border-line pt-5">
              <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Saving...">
                Save rules
              </Button>
            </div>
          </form>
        </LockedForm>
      </Card>
      <LanguageModel model={languageModel} />
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

/** Whether unclear messages are also sent to the operator's language model. */
function LanguageModel({ model }: { model: MailboxConfig["languageModel"] }) {
  const { data: settings } = useQuery(settingsQuery);
  const { run, isPending, variables } = useAction(updateSettings);
  const saved = settings?.useLanguageModel === true && model !== null;
  const isOn = isPending ? variables?.body.useLanguageModel === true : saved;
  const change = (useLanguageModel: boolean): Promise<boolean> =>
    run(
      { body: { useLanguageModel } },
      {
        done: useLanguageModel ? "Language model turned on" : "Language model turned off",
        failed: "Failed to save the setting",
      },
    );
  return (
    <Card title="Language model" description="A second opinion when Winnow is unsure. Your decisions always win.">
      <LockedForm permission="manage">
        <SwitchField
          label="Use the language model for unclear messages and pages"
          hint={
            model === null
              ? "Not set up. Your administrator can add one with WINNOW_LLM_URL."
              : `Sends the sender, subject and text of emails that need review, and the text of unclear web pages, to ${model.server}.`
          }
          checked={isOn}
          disabled={model === null || settings === undefined}
          onChange={({ target }) => void change(target.checked)}
        />
        {isOn && model !== null && (
          <p className="mt-4 text-sm text-muted">
            {formatCount(model.requestsToday)} of {formatCount(model.requestsPerDay)} requests used today (UTC)
          </p>
        )}
      </LockedForm>
    </Card>
  );
}
