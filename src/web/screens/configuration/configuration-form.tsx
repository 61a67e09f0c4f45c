import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import type { StoredSettings } from "#shared/contract/settings.ts";
import { LIMITS } from "#shared/limits.ts";
import { useAction } from "#web/actions/use-action.ts";
import { updateSettings } from "#web/api/settings.ts";
import { fieldsOf } from "#web/forms/fields-of.ts";
import { useRecordForm } from "#web/forms/record-form.tsx";
import { Advanced } from "#web/layout/advanced.tsx";
import { setTheme } from "#web/layout/theme.ts";
import {
  type Configuration,
  ConfigurationFields,
  configurationValues,
  type ConfigurationValues,
  DEFAULT_CONFIGURATION,
} from "#web/screens/configuration/configuration-fields.ts";
import { FollowUpSettings, FollowUpTiming } from "#web/screens/configuration/follow-up-settings.tsx";
import { LeadLimits } from "#web/screens/configuration/lead-limits.tsx";
import { LeadProcessing } from "#web/screens/configuration/lead-processing.tsx";
import { SyncSettings } from "#web/screens/configuration/sync-settings.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { NumberField, SelectField, SwitchField } from "#web/ui/fields/fields.tsx";
import { useActionBar } from "#web/ui/overlays/action-bars.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Link } from "react-router";
import { clockHours } from "#web/format/clock-hour.ts";
import { paths } from "#web/paths.ts";

const KINDS: readonly { name: keyof Configuration; label: string; hint?: string }[] = [
  {
    name: "notifyLeadsToReview",
    label: "Leads and emails to review",
    hint: "Qualified leads, unclear emails and possible duplicates.",
  },
  { name: "notifyNextSteps", label: "Next steps", hint: "When a lead's next step is due." },
  { name: "notifySourceFailures", label: "Failing sources" },
  { name: "notifyMailboxFailures", label: "Mailbox failures" },
  { name: "notifyReportFailures", label: "Email failures", hint: "Includes reports." },
  {
    name: "notifyRemovals",
    label: "Upcoming removals",
    hint: `Old leads, ${LIMITS.settings.retentionNoticeDays} days before they're deleted.`,
  },
];

const { pages, perDay } = LIMITS.companySites;

const FIELDS = Object.keys(ConfigurationFields.shape);
const SERVER_FIELDS = { maxLeadsPerSync: "maxLeadsPerSync.typed", retentionDays: "retentionDays.typed" } as const;
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
  const { form, draft, concurrent } = useRecordForm({
    name: "configuration",
    noun: "settings",
    record: settings,
    valuesOf: configurationValues,
    fields: FIELDS,
    schema: ConfigurationFields,
  });
  const { isSubmitting, isDirty, errors, submitCount } = form.formState;
  const bar = useActionBar();
  const isAdvancedWrong = ADVANCED.some((field) => errors[field] !== undefined);
  const saving = useAction(updateSettings);
  const resetting = useAction(updateSettings);
  const save = (configuration: Configuration): Promise<boolean> =>
    saving.run(
      { body: { ...configuration, version: concurrent.version } },
      {
        done: { title: "Settings Saved", description: "Configuration has been updated successfully" },
        failed: "Failed to save settings",
        onDone: ({ data: saved }) => form.reset(configurationValues(saved)),
        onFailed: (error) => concurrent.failed(error, SERVER_FIELDS),
      },
    );
  const reset = (): Promise<boolean> =>
    resetting.run(
      { body: DEFAULT_CONFIGURATION },
      {
        done: { title: "Settings Reset", description: "All settings have been reset to default values" },
        failed: "Failed to reset settings",
        onDone: ({ data: saved }) => {
          form.reset(configurationValues(saved));
          setTheme("system");
        },
      },
    );

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
      <div
        ref={bar}
        data-bottom-bar
        className="bottom-0 z-10 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface px-5 py-3 max-md:px-4 md:sticky md:max-xl:pr-20"
      >
        <ResetSettings isResetting={resetting.isPending} onReset={() => void reset()} />
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

function CompanyFacts({ form }: { form: UseFormReturn<ConfigurationValues, unknown, Configuration> }) {
  const { control } = form;
  const field = fieldsOf(form);
  const isOn = useWatch({ control, name: "companyFactsOn" });
  return (
    <Card title="Company facts">
      <div className="flex flex-col gap-3">
        <SwitchField
          label="Read companies' websites"
          hint={`Reads up to ${pages} pages of each company's website once, and fills empty fields.`}
          {...form.register("companyFactsOn")}
        />
        {isOn && (
          <div className="pl-12">
            <NumberField
              label="Companies per day"
              required
              {...field("companyFactsPerDay")}
              bounds={perDay}
              className="max-w-32"
            />
          </div>
        )}
      </div>
    </Card>
  );
}

function NotificationChoice({ form }: { form: UseFormReturn<ConfigurationValues, unknown, Configuration> }) {
  return (
    <Card title="Notifications">
      <div className="flex flex-col gap-4">
        {KINDS.map(({ name, label, hint }) => (
          <SwitchField key={name} label={label} hint={hint} {...form.register(name)} />
        ))}
      </div>
    </Card>
  );
}

function ResetSettings({ isResetting, onReset }: { isResetting: boolean; onReset: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button
        icon={<RotateCcw aria-hidden />}
        busy={isResetting}
        busyLabel="Resetting..."
        onClick={() => setIsAsking(true)}
      >
        Reset settings
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Reset all settings?"
        description="All settings here, including appearance, return to their defaults. Tags and custom fields stay."
        confirmLabel="Reset settings"
        onConfirm={onReset}
      />
    </>
  );
}

const { hour, kept } = LIMITS.backup;
const HOURS = clockHours(hour);

function BackupSettings({ form }: { form: UseFormReturn<ConfigurationValues, unknown, Configuration> }) {
  const field = fieldsOf(form);
  return (
    <Card
      title="Backup"
      description={
        <>
          Verified by a test restore. See{" "}
          <Link to={paths.jobs("backups")} className="text-link underline underline-offset-2">
            Schedules & Jobs
          </Link>
          .
        </>
      }
    >
      <div className="flex flex-col gap-6">
        <SwitchField label="Nightly backup" {...form.register("backupOn")} />
        <SelectField
          label="Hour"
          required
          hint="In the time zone set in Email Settings."
          {...field("backupHour")}
          options={HOURS}
          className="max-w-32"
        />
        <NumberField label="Backups to keep" required {...field("backupKept")} bounds={kept} className="max-w-32" />
      </div>
    </Card>
  );
}
