import { ERASED_REASON } from "#shared/erased-person.ts";
import type { FormType, SubmissionOutcome } from "#shared/contract/form-submission.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { indexKey } from "#server/db/engine/index-key.ts";
import { ONLY, onlyRecord, recordTable, unwatched, type Watch } from "#server/db/engine/record-table.ts";
import { allIds, countRows, exists, firstId, isRowId, run, sql, type Work } from "#server/db/engine/sql.ts";
import { type RecordOf, recordsTable, stored } from "#server/db/engine/table.ts";

/** Written in the transaction that imported its lead. */
export interface SubmissionWrite {
  kind: "submission";
  id: string;
  /** The row key of its lead in the batch; null when it produced none. */
  leadRow: string | null;
  leadName: string;
  outcome: SubmissionOutcome;
  reason: string;
  processedAt: string;
}

/** Waits to be processed unless it is unconfirmed. */
export interface NewSubmission extends Omit<
  SubmissionRecord,
  "id" | "leadId" | "leadName" | "outcome" | "reason" | "processedAt"
> {
  outcome?: "unconfirmed";
}

export const FORM_HOOK = recordsTable({
  name: "form_hook",
  fields: {
    sealedToken: stored.plain<string>(),
    sealedTypeformSecret: stored.plain<string | null>(),
    createdAt: stored.plain<string>(),
  },
  // Anyone with the form's address can submit leads.
  backup: { rows: "none" },
  sealed: ["sealed_token", "sealed_typeform_secret"],
  people: { none: "the team's own address" },
  undo: { called: () => "The webhook URL", topics: ["form-submissions"], isManaged: () => true },
});

/** The webhook address that forms submit to. */
export type FormHookRecord = Omit<RecordOf<typeof FORM_HOOK>, "id">;

/** An erased submission only shows that one arrived. */
const ERASED_SUBMISSION = {
  body: "",
  lead_name: "",
  outcome: "no_contact",
  reason: "Erased",
  idempotency_key: null,
  lead_id: null,
};

export const FORM_SUBMISSIONS = recordsTable({
  name: "form_submissions",
  fields: {
    formType: stored.plain<FormType>(),
    formName: stored.plain<string>(),
    contentType: stored.plain<string>(),
    /** The exact body: as text if it is UTF-8, otherwise in base64. */
    body: stored.plain<string>(),
    bodyEncoding: stored.plain<"utf8" | "base64">(),
    /** Identifies repeated deliveries of a submission; null when the service provides nothing suitable. */
    idempotencyKey: stored.plain<string | null>(),
    isVerified: stored.flag<boolean | null>(),
    /** Also null while its lead is deleted. */
    leadId: stored.id<string | null>(),
    leadName: stored.plain<string>(),
    outcome: stored.plain<SubmissionOutcome>(),
    reason: stored.plain<string>(),
    submittedAt: stored.plain<string>(),
    processedAt: stored.plain<string | null>(),
  },
  backup: "all",
  people: {
    kind: "Form submissions",
    key: ["id"],
    leads: ["lead_id"],
    texts: ["body", "lead_name", "reason", "idempotency_key"],
    opened: {
      where: "body_encoding <> 'utf8'",
      text: ({ body, body_encoding }) =>
        Buffer.from(String(body), body_encoding === "base64" ? "base64" : "latin1").toString("latin1"),
    },
    ofPerson: ERASED_SUBMISSION,
  },
});

/** A form submission as received, and its outcome. */
export type SubmissionRecord = RecordOf<typeof FORM_SUBMISSIONS>;

export function formHookWrites(watch: Watch, engine: Engine) {
  const hooks = recordTable(FORM_HOOK, watch);

  const read = (): Work<FormHookRecord | null> => onlyRecord(hooks);
  return {
    read,
    /** Creates the hook, or returns the existing one. */
    *make(record: FormHookRecord): Work<FormHookRecord> {
      yield* watch("form_hook");
      const row = { id: ONLY, ...hooks.rowOf(record) };
      yield* engine.sql.insertMany("form_hook", [row], "on conflict (id) do nothing");
      return (yield* read()) ?? record;
    },
    /** Null when there is no hook. */
    *write(patch: Partial<FormHookRecord>): Work<FormHookRecord | null> {
      yield* hooks.update(ONLY, patch);
      return yield* read();
    },
  };
}

/** The form webhook and its submissions as received. */
export function formStore(engine: Engine) {
  const hooks = formHookWrites(unwatched, engine);
  const submissions = recordTable(FORM_SUBMISSIONS);

  return {
    hook: () => engine.run(() => hooks.read()),
    /** Creates the hook, or returns the one that another process created in the meantime. */
    createHook: (record: FormHookRecord) => engine.transact(() => hooks.make(record)),

    /** Durable once it resolves. `isNew` is false for a repeated delivery, which isn't stored again. */
    receive(submission: NewSubmission): Promise<{ id: string; isNew: boolean }> {
      const { formType, idempotencyKey: given } = submission;
      const idempotencyKey = given === null ? null : indexKey(given);
      const waiting = { leadId: null, leadName: "", outcome: "waiting", reason: "", processedAt: null } as const;
      const row = submissions.rowOf({ ...waiting, ...submission, idempotencyKey });
      const columns = sql.raw(Object.keys(row).join(", "));
      return engine.transact(function* () {
        const id = yield* firstId(sql`
          insert into form_submissions (${columns}) values (${sql.join(Object.values(row))})
          on conflict (form_type, idempotency_key) where idempotency_key is not null do nothing returning id`);
        if (id !== null) return { id, isNew: true };
        const [earlier] = yield* submissions.find(
          sql`where form_type = ${formType} and idempotency_key = ${idempotencyKey}`,
        );
        return { id: earlier?.id ?? "", isNew: false };
      });
    },

    /** Unprocessed submissions, oldest first. */
    waiting: (limit: number) =>
      engine.run(() => submissions.find(sql`where outcome = 'waiting' order by id limit ${limit}`)),

    /** Lets an unconfirmed submission be processed, with this body. False if it isn't unconfirmed. */
    async confirm(id: string, body: string): Promise<boolean> {
      if (!isRowId(id)) return false;
      const confirmed = sql`
        update form_submissions set outcome = 'waiting', body = ${body}
        where id = ${id} and outcome = 'unconfirmed' returning id`;
      return engine.transact(() => exists(confirmed));
    },

    /** Deletes an unconfirmed submission, or those from before a time. */
    async forgetUnconfirmed(which: { id: string } | { before: string }): Promise<void> {
      const isMeant = "id" in which ? sql`id = ${which.id}` : sql`submitted_at < ${which.before}`;
      await engine.transact(() => run(sql`delete from form_submissions where outcome = 'unconfirmed' and ${isMeant}`));
    },

    get: (id: string) =>
      engine.run(function* () {
        const found = yield* submissions.get(id);
        return found === null ? null : ((yield* withLivingLeads([found]))[0] ?? null);
      }),

    /** Newest first, below `cursor` (a submission's id). */
    async list(limit: number, cursor?: string): Promise<SubmissionRecord[]> {
      if (cursor !== undefined && !isRowId(cursor)) return [];
      const below = cursor === undefined ? sql`` : sql`where id < ${cursor}`;
      return engine.run(function* () {
        return yield* withLivingLeads(yield* submissions.find(sql`${below} order by id desc limit ${limit}`));
      });
    },

    /** For a submission without a batch. */
    finish: (write: SubmissionWrite) => engine.transact(() => finishSubmission(write, null)),

    count: () => engine.run(() => countRows(sql`from form_submissions`)),
  };
}

/** Stores a submission's outcome unless another process already has. */
export function* finishSubmission(write: SubmissionWrite, leadId: string | null): Work<void> {
  if (!isRowId(write.id)) return;
  const { leadName, outcome, reason, processedAt } = write;
  // For an erased person only the fact that they wrote is stored.
  const named = reason.includes(ERASED_REASON) ? sql`body = '', lead_name = ''` : sql`lead_name = ${leadName}`;
  yield* run(sql`
    update form_submissions
    set lead_id = ${leadId}, ${named}, outcome = ${outcome}, reason = ${reason}, processed_at = ${processedAt}
    where id = ${write.id} and outcome in ('waiting', 'failed')`);
}

/**
 * Clears the ids of leads deleted since, for display only. The stored records keep them, so that they link to the lead
 * again if the deletion is undone.
 */
function* withLivingLeads<R extends { leadId: string | null }>(records: readonly R[]): Work<R[]> {
  const named = [...new Set(records.flatMap(({ leadId }) => leadId ?? []))];
  if (named.length === 0) return [...records];
  const living = new Set(yield* allIds(sql`select id from leads where id in (${sql.join(named)})`));
  return records.map((record) =>
    record.leadId === null || living.has(record.leadId) ? record : { ...record, leadId: null },
  );
}
