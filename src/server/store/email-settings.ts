import type { Engine } from "#server/store/engine.ts";
import { recordTable, type Fields, type RecordTable, type Watch } from "#server/store/record-table.ts";
import type { EmailSettingsRecord, EmailSettingsStore } from "#server/store/email-settings-types.ts";
import { run, type Work } from "#server/store/work.ts";

const FIELDS: Fields<EmailSettingsRecord> = {
  smtpHost: { column: "smtp_host", kind: "plain" },
  smtpPort: { column: "smtp_port", kind: "plain" },
  username: { column: "username", kind: "plain" },
  sealedPassword: { column: "sealed_password", kind: "plain" },
  fromEmail: { column: "from_email", kind: "plain" },
  recipientEmails: { column: "recipient_emails", kind: "json" },
  reportFrequency: { column: "report_frequency", kind: "plain" },
  isActive: { column: "is_active", kind: "flag" },
  scheduledSince: { column: "scheduled_since", kind: "plain" },
  lastSuccess: { column: "last_success", kind: "plain" },
  failingSince: { column: "failing_since", kind: "plain" },
  lastError: { column: "last_error", kind: "plain" },
  createdAt: { column: "created_at", kind: "plain" },
};

/** An active new record, or one that becomes active, makes every other one inactive. */
export type EmailSettingsWrites = Pick<RecordTable<EmailSettingsRecord>, "list" | "get" | "create" | "update">;

export function emailSettingsWrites(engine: Engine, watch?: Watch): EmailSettingsWrites {
  const settings = recordTable<EmailSettingsRecord>("email_settings", FIELDS, watch);

  /** Only one record is used, so the one that becomes active takes over from every other. */
  function* alone<R extends EmailSettingsRecord | null>(record: R): Work<R> {
    if (record?.isActive !== true) return record;
    const others = engine.build.updateTable("email_settings").set({ is_active: false });
    yield* run(others.where("id", "<>", record.id).where("is_active", "=", true));
    return record;
  }

  return {
    list: () => settings.list(),
    get: (id) => settings.get(id),
    *create(record) {
      return yield* alone(yield* settings.create(record));
    },
    *update(id, patch) {
      return yield* alone(yield* settings.update(id, patch));
    },
  };
}

export function emailSettingsStore(engine: Engine): EmailSettingsStore {
  const settings = emailSettingsWrites(engine);
  return {
    list: () => engine.run(() => settings.list()),
    get: (id) => engine.run(() => settings.get(id)),
    create: (record) => engine.transact(() => settings.create(record)),
    update: (id, patch) => engine.transact(() => settings.update(id, patch)),
  };
}
