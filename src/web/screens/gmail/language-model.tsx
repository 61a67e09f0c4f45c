import { useMutation, useQuery } from "@tanstack/react-query";
import type { MailboxConfig } from "#shared/contract/mailbox.ts";
import { LockedForm } from "#web/actions/locked-form.tsx";
import { useReport } from "#web/actions/use-report.ts";
import { settingsQuery, updateSettings } from "#web/api/settings.ts";
import { formatCount } from "#web/format/number.ts";
import { Card } from "#web/ui/card.tsx";
import { SwitchField } from "#web/ui/fields/fields.tsx";

/** Whether unclear messages are also sent to the operator's language model. */
export function LanguageModel({ model }: { model: MailboxConfig["languageModel"] }) {
  const { data: settings } = useQuery(settingsQuery);
  const { mutateAsync, isPending, variables } = useMutation(updateSettings);
  const report = useReport();
  const saved = settings?.useLanguageModel === true && model !== null;
  const isOn = isPending ? variables.useLanguageModel === true : saved;
  const change = (useLanguageModel: boolean): Promise<void> =>
    report(mutateAsync({ useLanguageModel }), {
      done: useLanguageModel ? "Language model turned on" : "Language model turned off",
      failed: "Failed to save the setting",
    });
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
