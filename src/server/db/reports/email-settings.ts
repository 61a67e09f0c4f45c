import type { SignInMethod } from "#shared/mail-providers.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { recordStore, recordTable, type RecordTable, type Watch } from "#server/db/engine/record-table.ts";
import { run, sql, type Work } from "#server/db/engine/sql.ts";
import { type RecordOf, recordsTable, stored } from "#server/db/engine/table.ts";

export const EMAIL_SETTINGS = recordsTable({
  name: "email_settings",
  fields: {
    smtpHost: stored.plain<string>(),
    smtpPort: stored.plain<number>(),
    username: stored.plain<string>(),
    signIn: stored.plain<SignInMethod>(),
    /** Null if it signs in through a provider. */
    sealedPassword: stored.plain<string | null>(),
    fromEmail: stored.plain<string>(),
    recipientEmails: stored.json<string[]>(),
    reportFrequency: stored.plain<"daily" | "weekly" | "monthly">(),
    isActive: stored.flag(),
    /** Scheduled reports are due from this moment on. */
    scheduledSince: stored.plain<string>(),
    lastSuccess: stored.plain<string | null>(),
    failingSince: stored.plain<string | null>(),
    lastError: stored.plain<string>(),
    createdAt: stored.plain<string>(),
  },
  backup: "all",
  sealed: ["sealed_password"],
  people: { none: "the team's own addresses" },
  undo: {
    health: ["last_success", "failing_since", "last_error"],
    called: () => "The email settings",
    topics: ["email-settings", "status"],
    isManaged: () => true,
    refuses: (rows) =>
      rows.filter(({ is_active }) => Boolean(is_active)).length > 1 ? "Other email settings are in use now." : null,
  },
});

export type EmailSettingsRecord = RecordOf<typeof EMAIL_SETTINGS>;

/** Creating or activating a record deactivates all others. */
export function emailSettingsWrites(watch?: Watch): RecordTable<EmailSettingsRecord> {
  const settings = recordTable(EMAIL_SETTINGS, watch);

  /** Only one record is used, so activating one deactivates all others. */
  function* alone<R extends EmailSettingsRecord | null>(record: R): Work<R> {
    if (record?.isActive !== true) return record;
    yield* run(sql`update email_settings set is_active = false where id <> ${record.id} and is_active`);
    return record;
  }

  return {
    ...settings,
    *create(record) {
      return yield* alone(yield* settings.create(record));
    },
    *update(id, patch) {
      return yield* alone(yield* settings.update(id, patch));
    },
  };
}

export function emailSettingsStore(engine: Engine) {
  return recordStore(engine, emailSettingsWrites());
}
