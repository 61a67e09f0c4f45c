import { zodResolver } from "@hookform/resolvers/zod";
import type { StoredSettings } from "#shared/contract/settings.ts";
import { useConcurrentChange } from "#web/forms/concurrent-change.tsx";
import { useDraftForm } from "#web/forms/form-draft.tsx";
import { Advanced } from "#web/layout/advanced.tsx";
import { BackupSettings } from "#web/screens/configuration/backup-settings.tsx";
import { CompanyFacts } from "#web/screens/configuration/company-facts.tsx";
import {
  type Configuration,
  ConfigurationFields,
  configurationValues,
  type ConfigurationValues,
  SERVER_FIELDS,
} from "#web/screens/configuration/configuration-fields.ts";
import { FollowUpSettings, FollowUpTiming } from "#web/screens/configuration/follow-up-settings.tsx";
import { LeadLimits } from "#web/screens/configuration/lead-limits.tsx";
import { LeadProcessing } from "#web/screens/configuration/lead-processing.tsx";
import { NotificationChoice } from "#web/screens/configuration/notification-choice.tsx";
import { ResetSettings } from "#web/screens/configuration/reset-settings.tsx";
import { SyncSettings } from "#web/screens/configuration/sync-settings.tsx";
import { useSaveConfiguration } from "#web/screens/configuration/use-save-configuration.ts";
import { Button } from "#web/ui/button.tsx";

const FIELDS = Object.keys(SERVER_FIELDS);
/** Fields under "Advanced". */
const ADVANCED = [
  "maxLeadsPerSync",
  "retentionDays",
  "followUpAttempts",
  "followUpDays",
  "backupOn",
  "backupHour",
  "backupKept",
] as const satisfies readonly (keyof ConfigurationValues)[];

export function ConfigurationForm({ settings }: { settings: StoredSettings }) {
  const { form, draft } = useDraftForm<ConfigurationValues, Configuration>({
    name: "configuration",
    version: settings.version,
    values: configurationValues(settings),
    schema: ConfigurationFields,
    resolver: zodResolver(ConfigurationFields),
  });
  const { isSubmitting, isDirty, errors, submitCount } = form.formState;
  const isAdvancedWrong = ADVANCED.some((field) => errors[field] !== undefined);
  const concurrent = useConcurrentChange({
    noun: "settings",
    record: settings,
    form,
    valuesOf: configurationValues,
    fields: FIELDS,
    draft,
  });
  const { save, reset, isResetting } = useSaveConfiguration(form, concurrent);

  return (
    <form
      noValidate
      aria-label="Settings"
      onSubmit={(event) => void form.handleSubmit(save)(event)}
      className="flex min-w-0 flex-col gap-6 max-md:gap-4"
    >
      {draft.notice}
      <LeadProcessing form={form} saved={settings.qualificationThreshold} />
      <SyncSettings form={form} />
      <FollowUpSettings form={form} />
      <CompanyFacts form={form} />
      <NotificationChoice form={form} />
      <Advanced contents="Lead limits, follow-up timing, backup" failedAt={isAdvancedWrong ? submitCount : 0}>
        <LeadLimits form={form} />
        <FollowUpTiming form={form} />
        <BackupSettings form={form} />
      </Advanced>
      {concurrent.notice}
      {/* Clears the help button, which floats over the corner of narrow windows. */}
      <div className="bottom-0 z-10 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface px-5 py-3 max-md:px-4 md:sticky md:max-xl:pr-20">
        <ResetSettings isResetting={isResetting} onReset={() => void reset()} />
        <p role="status" className="text-sm text-muted max-sm:hidden">
          {isDirty && "Unsaved changes"}
        </p>
        <div className="ml-auto flex gap-2">
          <Button disabled={!isDirty} onClick={() => form.reset(configurationValues(settings))}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Saving...">
            Save settings
          </Button>
        </div>
      </div>
    </form>
  );
}
