import { setTimeout as sleep } from "node:timers/promises";
import { FIELD_KINDS, fieldText, type FieldValue } from "#shared/contract/leads/field-value.ts";
import type { Conversion, FieldConversion } from "#shared/contract/leads/lead-field.ts";
import type { BulkResult } from "#shared/contract/leads/lead.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { conflict, existing } from "#server/platform/errors.ts";
import { convertedValue, convertLead, keepsValue } from "#server/pipeline/intake/fit-fields.ts";
import type { LeadFieldRecord } from "#server/db/leads/lead-fields.ts";
import { changeLeads, SCORED_CHUNK, scoredStep } from "#server/features/leads/bulk-action.ts";
import { namedBy, rulesLosing } from "#server/features/leads/assignment-conditions.ts";
import { UnfitValues } from "#server/features/leads/unfit-values.ts";
import { fieldChecks } from "#server/features/rules/check-rule-fields.ts";
import { rescoreAfterChange } from "#server/features/rules/rescore.ts";
import { jobs } from "#server/jobs/queue/job-definitions.ts";
import { withLease } from "#server/jobs/queue/with-lease.ts";
import type { Workspace } from "#server/workspace.ts";

/** When a job looks whether the request is still converting. */
const RESUMES_AFTER_MILLISECONDS = 5_000;
const POLL_MILLISECONDS = 500;

/**
 * What changing the type of a field would do: how many of its values convert, those that don't, and the rules that would
 * no longer match. Changes nothing. Throws not_found.
 */
export async function previewConversion(workspace: Workspace, id: string, to: FieldConversion): Promise<Conversion> {
  const { store } = workspace;
  const fields = await store.leadFields.list();
  const field = fieldWithId(fields, id);
  const problems = new UnfitValues();
  const counts = { leads: 0, fitting: 0, unfit: 0 };
  for await (const rows of store.leads.streamColumns(haveValue(field), ["customFields"])) {
    for (const [stored = ""] of rows) {
      const values = stored === "" ? [] : (JSON.parse(stored) as StoredLead["customFields"]);
      const value = values.find((one) => one.id === Number(id))?.value;
      if (value === undefined) continue;
      counts.leads += 1;
      const read = convertedValue(value, to);
      if (!("error" in read)) {
        counts.fitting += 1;
        continue;
      }
      counts.unfit += 1;
      problems.add(fieldText(value), read.error);
    }
  }
  const rules = (await store.rules.list()).filter(({ isActive }) => isActive);
  const broken = new Set(fieldChecks(rules, fields).map(({ ruleId }) => ruleId));
  const after = fields.map((one) => (one === field ? { ...one, ...to } : one));
  const breaking = new Set(fieldChecks(rules, after).map(({ ruleId }) => ruleId));
  const assignmentRules = (await store.assignment.rules()).filter(({ isActive }) => isActive);
  return {
    ...counts,
    problems: problems.list(),
    rules: rules.filter(({ id: rule }) => breaking.has(rule) && !broken.has(rule)).map(({ name }) => name),
    assignmentRules: rulesLosing(assignmentRules, namedBy({ fields, tags: await store.tags.all() }), after),
  };
}

/**
 * Changes the type of a field and converts its values, as one action that can be undone. Values that don't convert move
 * to the leads' other details; a lead that can't take another keeps its value as it is. If this fails or the process
 * dies, a job converts the rest. Throws not_found, or conversion_running while another change is running.
 */
export async function convertField(workspace: Workspace, id: string, to: FieldConversion): Promise<BulkResult> {
  const { store, clock, jobs: queue, stopping } = workspace;
  const field = fieldWithId(await store.leadFields.list(), id);
  const result = await withLease(workspace, leaseOf(id), async () => {
    const notBefore = new Date(clock().getTime() + RESUMES_AFTER_MILLISECONDS);
    const { job } = await queue.add({ ...jobs.fieldValues(field), notBefore });
    // If this fails halfway, the job converts the rest.
    const done = await convertValues(workspace, field, to);
    if (!stopping.aborted && (await queue.cancel(job.id))) await queue.drop(job.id);
    return done;
  });
  if (result === null) throw conflict("conversion_running", `The type of “${field.name}” is already being changed.`);
  return result;
}

/**
 * Converts values that don't fit their field, such as those that were added between a conversion and its undo, or that
 * a stopped one left. Waits for one that is running. Returns how many leads changed. Throws stopping, for its job to
 * continue when the server is back.
 */
export async function conformField(workspace: Workspace, id: string): Promise<number> {
  for (;;) {
    const field = (await workspace.store.leadFields.list()).find((one) => one.id === id);
    if (field === undefined) return 0;
    const { kind, options } = field;
    const done = await withLease(workspace, leaseOf(id), () =>
      convertValues(workspace, field, { kind, options }, keepsValue(kind)),
    );
    if (done !== null && done.left === 0) return done.changed;
    if (workspace.stopping.aborted) throw conflict("stopping", "The server stopped before all values were converted.");
    if (done !== null) return done.changed;
    await sleep(POLL_MILLISECONDS, undefined, { signal: workspace.stopping }).catch(() => {});
  }
}

/** Values that `stays` accepts aren't converted. */
async function convertValues(
  workspace: Workspace,
  field: LeadFieldRecord,
  to: FieldConversion,
  stays: (value: FieldValue) => boolean = () => false,
): Promise<BulkResult> {
  const { store, feed } = workspace;
  const result = await changeLeads(
    workspace,
    { filter: haveValue(field) },
    {
      chunk: SCORED_CHUNK,
      doing: "Converting values of",
      done: `with ${field.name} changed to ${FIELD_KINDS[to.kind].toLowerCase()}`,
      kind: "settings",
      begin: async (entry) => {
        const { actId, topics } = await store.beginMany(entry, function* ({ leadFields }) {
          const before = existing(yield* leadFields.get(field.id), "field");
          const isSame = before.kind === to.kind && JSON.stringify(before.options) === JSON.stringify(to.options);
          return isSame ? before : yield* leadFields.update(field.id, to);
        });
        feed.changed([...topics]);
        return actId;
      },
      step: scoredStep(workspace, (lead) => convertLead(lead, field, to, stays)),
    },
  );
  await rescoreAfterChange(workspace);
  return result;
}

function leaseOf(id: string): string {
  return `field-values:${id}`;
}

function haveValue({ key }: LeadFieldRecord) {
  return { fields: `${key}:filled`, status: "all" as const };
}

function fieldWithId(fields: readonly LeadFieldRecord[], id: string): LeadFieldRecord {
  const found = fields.find((one) => one.id === id);
  return existing(found, "field");
}
