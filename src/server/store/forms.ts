import { sql } from "kysely";
import { ERASED_REASON } from "#shared/erased-person.ts";
import type { Engine } from "#server/store/engine.ts";
import type { FormHookRecord, FormStore, SubmissionRecord, SubmissionWrite } from "#server/store/form-types.ts";
import { withLivingLeads } from "#server/store/living-leads.ts";
import { indexKey } from "#server/store/index-key.ts";
import { recordTable, unwatched, type Fields, type Watch } from "#server/store/record-table.ts";
import { isRowId } from "#server/store/row-id.ts";
import { first, run, type Work } from "#server/store/work.ts";

/** The one row of the hook. */
const ONLY = "1";

const HOOK_FIELDS: Fields<FormHookRecord & { id: string }> = {
  sealedToken: { column: "sealed_token", kind: "plain" },
  sealedTypeformSecret: { column: "sealed_typeform_secret", kind: "plain" },
  createdAt: { column: "created_at", kind: "plain" },
};

export interface FormHookWrites {
  read(): Work<FormHookRecord | null>;
  /** Makes the hook, or answers the one that is there. */
  make(hook: FormHookRecord): Work<FormHookRecord>;
  /** Null when there is no hook. */
  write(patch: Partial<FormHookRecord>): Work<FormHookRecord | null>;
}

export function formHookWrites(engine: Engine, watch: Watch = unwatched): FormHookWrites {
  const hooks = recordTable<FormHookRecord & { id: string }>("form_hook", HOOK_FIELDS, watch);

  function* read(): Work<FormHookRecord | null> {
    const found = yield* hooks.get(ONLY);
    if (found === null) return null;
    const { id: _, ...record } = found;
    return record;
  }

  return {
    read,
    *make(record) {
      yield* watch("form_hook");
      const row = { id: ONLY, ...hooks.rowOf(record) };
      yield* engine.sql.insertMany("form_hook", [row], "on conflict (id) do nothing");
      return (yield* read()) ?? record;
    },
    *write(patch) {
      yield* hooks.update(ONLY, patch);
      return yield* read();
    },
  };
}

/** The address that forms are sent to, and the submissions as they came. */
export function formStore(engine: Engine): FormStore {
  const hooks = formHookWrites(engine);
  const submissions = recordTable<SubmissionRecord>("form_submissions", {
    formType: { column: "form_type", kind: "plain" },
    formName: { column: "form_name", kind: "plain" },
    contentType: { column: "content_type", kind: "plain" },
    body: { column: "body", kind: "plain" },
    bodyEncoding: { column: "body_encoding", kind: "plain" },
    idempotencyKey: { column: "idempotency_key", kind: "plain" },
    isVerified: { column: "is_verified", kind: "flag" },
    leadId: { column: "lead_id", kind: "id" },
    leadName: { column: "lead_name", kind: "plain" },
    outcome: { column: "outcome", kind: "plain" },
    reason: { column: "reason", kind: "plain" },
    submittedAt: { column: "submitted_at", kind: "plain" },
    processedAt: { column: "processed_at", kind: "plain" },
  });

  return {
    hook: () => engine.run(() => hooks.read()),
    createHook: (record) => engine.transact(() => hooks.make(record)),

    receive(submission) {
      const { formType, idempotencyKey: given } = submission;
      const idempotencyKey = given === null ? null : indexKey(given);
      const waiting = { leadId: null, leadName: "", outcome: "waiting", reason: "", processedAt: null } as const;
      const row = submissions.rowOf({ ...submission, ...waiting, idempotencyKey });
      const columns = sql.raw(Object.keys(row).join(", "));
      return engine.transact(function* () {
        const inserted = yield* first(
          sql<{ id: string | number }>`
            insert into form_submissions (${columns}) values (${sql.join(Object.values(row))})
            on conflict (form_type, idempotency_key) where idempotency_key is not null do nothing returning id`,
        );
        if (inserted !== null) return { id: String(inserted.id), isNew: true };
        const [earlier] = yield* submissions.find(
          sql`where form_type = ${formType} and idempotency_key = ${idempotencyKey}`,
        );
        return { id: earlier?.id ?? "", isNew: false };
      });
    },

    waiting: (limit) => engine.run(() => submissions.find(sql`where outcome = 'waiting' order by id limit ${limit}`)),

    get: (id) =>
      engine.run(function* () {
        const found = yield* submissions.get(id);
        return found === null ? null : ((yield* withLivingLeads([found]))[0] ?? null);
      }),

    async list(limit, cursor) {
      if (cursor !== undefined && !isRowId(cursor)) return [];
      const below = cursor === undefined ? sql`` : sql`where id < ${cursor}`;
      return engine.run(function* () {
        return yield* withLivingLeads(yield* submissions.find(sql`${below} order by id desc limit ${limit}`));
      });
    },

    finish: (write) => engine.transact(() => finishSubmission(engine, write, null)),

    async count() {
      const counted = sql<{ count: number | string }>`select count(*) as count from form_submissions`;
      return Number((await engine.run(() => first(counted)))?.count);
    },
  };
}

/** Writes what became of a submission, unless another process has said that before. */
export function* finishSubmission(engine: Engine, write: SubmissionWrite, leadId: string | null): Work<void> {
  if (!isRowId(write.id)) return;
  const { leadName, outcome, reason, processedAt } = write;
  // Of somebody who was erased only that they wrote is kept.
  const emptied = reason.includes(ERASED_REASON) ? { body: "", lead_name: "" } : { lead_name: leadName };
  const finished = engine.build
    .updateTable("form_submissions")
    .set({ lead_id: leadId, ...emptied, outcome, reason, processed_at: processedAt });
  yield* run(finished.where("id", "=", write.id).where("outcome", "in", ["waiting", "failed"]));
}
