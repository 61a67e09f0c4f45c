import { useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { AutomationRules, type MailboxConfig } from "#shared/contract/mailbox.ts";
import { LIMITS } from "#shared/limits.ts";
import { formatTextList } from "#shared/text/text-list.ts";
import { LockedForm } from "#web/actions/locked-form.tsx";
import { useAction } from "#web/actions/use-action.ts";
import { saveAutomationRules } from "#web/api/mailbox.ts";
import { settingsQuery, updateSettings } from "#web/api/settings.ts";
import { formatCount } from "#web/format/number.ts";
import { useRecordForm } from "#web/forms/record-form.tsx";
import { requiredNumberField, textListField } from "#web/forms/typed-fields.ts";
import { Learning } from "#web/screens/gmail/learning.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { NumberField, SwitchField, TextareaField } from "#web/ui/fields/fields.tsx";

const { minimumConfidence } = LIMITS.mailbox;

const RuleFields = z.object({
  inclusionKeywords: textListField(AutomationRules.shape.inclusionKeywords),
  exclusionKeywords: textListField(AutomationRules.shape.exclusionKeywords),
  minimumConfidence: requiredNumberField("Confidence score", AutomationRules.shape.minimumConfidence),
});
type RuleValues = z.input<typeof RuleFields>;

const FIELDS = Object.keys(RuleFields.shape);

export function RulesTab({ rules, languageModel }: Pick<MailboxConfig, "rules" | "languageModel">) {
  const { form, field, draft, concurrent } = useRecordForm({
    name: "automation-rules",
    noun: "settings",
    record: rules,
    valuesOf,
    fields: FIELDS,
    schema: RuleFields,
  });
  const { handleSubmit, formState } = form;
  const { isSubmitting } = formState;
  const { run } = useAction(saveAutomationRules);
  const save = (typed: AutomationRules): Promise<boolean> =>
    run(
      { body: { ...typed, version: concurrent.version } },
      {
        done: "Automation rules saved successfully",
        failed: "Failed to save automation rules",
        onDone: ({ data: saved }) => form.reset(valuesOf(saved)),
        onFailed: concurrent.failed,
      },
    );
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
