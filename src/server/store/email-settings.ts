import type { Engine } from "#server/store/engine.ts";
import { recordTable } from "#server/store/record-table.ts";
import type { EmailSettingsRecord, EmailSettingsStore } from "#server/store/types.ts";
import { run, type Work } from "#server/store/work.ts";

export function emailSettingsStore(engine: Engine): EmailSettingsStore {
  const settings = recordTable<EmailSettingsRecord>("email_settings", {
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
  });

  /** Only one record is used, so the one that becomes active takes over from every other. */
  function* alone(record: EmailSettingsRecord | null): Work<EmailSettingsRecord | null> {
    if (record?.isActive !== true) return record;
    const others = engine.build.updateTable("email_settings").set({ is_active: false });
    yield* run(others.where("id", "<>", record.id).where("is_active", "=", true));
    return record;
  }

  return {
    list: () => engine.run(() => settings.list()),
    get: (id) => engine.run(() => settings.get(id)),
    create: (record) =>
      engine.transact(function* () {
        const created = yield* settings.create(record);
        yield* alone(created);
        return created;
      }),
    update: (id, patch) =>
      engine.transact(function* () {
        return yield* alone(yield* settings.update(id, patch));
      }),
  };
}
