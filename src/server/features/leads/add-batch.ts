import { counted, inEnglish } from "#shared/counted.ts";
import { createHash } from "node:crypto";
import { BatchLead, type BatchRowResult, type LeadBatchResult } from "#shared/contract/leads/lead-batch.ts";
import type { FieldValuesPatch } from "#shared/contract/leads/lead-field.ts";
import { LEAD_TEXT_FIELDS } from "#shared/lead-fields.ts";
import type { NamedValue, RawLead } from "#shared/raw-lead.ts";
import { acting } from "#server/platform/acting.ts";
import { AppError } from "#server/platform/errors.ts";
import { normalizeBatch, type BatchDecision } from "#server/pipeline/intake/decide-batch.ts";
import { parseEmailAddress } from "#server/pipeline/intake/email-address.ts";
import type { NewJournalEntry } from "#server/db/journal/journal-entry.ts";
import { KEY_TAKEN, type StoredAnswer } from "#server/db/system/stored-answers.ts";
import type { LeadFieldRecord } from "#server/db/leads/lead-fields.ts";
import { namedValues } from "#server/features/lead-fields/lead-fields.ts";
import { actionEntry } from "#server/features/journal/act.ts";
import { LEAD_OF_OTHER, rowsOfOthers } from "#server/features/leads/rows-of-others.ts";
import { takeInNormal } from "#server/features/leads/take-in.ts";
import { withTagIds } from "#server/features/tags/tags.ts";
import { withScoring } from "#server/features/rules/with-scoring.ts";
import type { Workspace } from "#server/workspace.ts";

const SOURCE = { kind: "api", id: null, name: "API" };

type Row = RawLead | { error: string };

/**
 * Adds or updates leads in one transaction that can be undone as one action, and reports each row in order. With an
 * idempotency key, the same request gets the stored answer. Throws idempotency_key_reused (422) for another one.
 */
export async function addBatch(
  workspace: Workspace,
  rows: readonly unknown[],
  key: string | undefined,
): Promise<LeadBatchResult> {
  const request = key === undefined ? null : { key: keyOf(key), request: hashOf(rows) };
  const known = request === null ? null : await storedAnswer(workspace, request);
  if (known !== null) return known;
  try {
    const fields = await workspace.store.leadFields.list();
    const read = rows.map((row) => readRow(row, fields));
    return await takeRows(workspace, read, request);
  } catch (error) {
    // The same request was answered while this one was running.
    const first =
      request !== null && error instanceof AppError && error.id === KEY_TAKEN
        ? await storedAnswer(workspace, request)
        : null;
    if (first === null) throw error;
    return first;
  }
}

async function takeRows(
  workspace: Workspace,
  given: readonly Row[],
  request: Pick<StoredAnswer, "key" | "request"> | null,
): Promise<LeadBatchResult> {
  const read = given.flatMap((row) => ("error" in row ? [] : row));
  const ofOthers = new Set((await rowsOfOthers(workspace, SOURCE, normalizeBatch(read))).map(({ raw }) => raw));
  const rows = given.map((row) => ("error" in row || !ofOthers.has(row) ? row : { error: LEAD_OF_OTHER }));
  const leads = read.filter((row) => !ofOthers.has(row));
  const normal = await withTagIds(workspace, normalizeBatch(leads));
  const createdAt = workspace.clock().toISOString();
  let result: LeadBatchResult | null = null;
  await withScoring(workspace, (scoring) =>
    takeInNormal(workspace, SOURCE, normal, scoring, {
      act: { entry: (decision) => entryOf(workspace, decision), undoKeepsChanged: true },
      answer: (decision, ids, actId) => {
        result = resultOf(rows, decision, ids, actId);
        return request === null ? null : { ...request, answer: JSON.stringify(result), createdAt };
      },
    }),
  );
  if (result === null) throw new Error("The batch was written without an answer.");
  const { results, actId }: LeadBatchResult = result;
  const changed = results.flatMap(({ outcome, id }) => (outcome === "unchanged" ? [] : (id ?? [])));
  if (actId !== null) workspace.feed.changed(["leads", "activity"], [...new Set(changed)]);
  return result;
}

/** Never throws: what is wrong with a row is its error. */
function readRow(given: unknown, known: readonly LeadFieldRecord[]): Row {
  const { data, error } = BatchLead.safeParse(given);
  if (error !== undefined) {
    return { error: error.issues.map(({ path, message }) => [...path.map(String), message].join(": ")).join("; ") };
  }
  const { externalId, owner = "", tags, facts = [], fields: values = {}, ...fields } = data;
  const email = fields.email === undefined || fields.email === "" ? null : parseEmailAddress(fields.email);
  if (email === null && (fields.email ?? "") !== "") return { error: "email: Enter a valid email address." };
  const custom = customOf(values, known);
  if ("error" in custom) return custom;
  const contentHash = hashOf(data);
  return {
    rowKey: `api:${externalId === undefined ? (email?.key ?? contentHash) : `id:${externalId}`}`,
    contentHash,
    locator: externalId === undefined ? "" : `record ${externalId}`,
    fields: Object.fromEntries(
      LEAD_TEXT_FIELDS.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
    ),
    methods: Object.fromEntries(LEAD_TEXT_FIELDS.map((name) => [name, "field"])),
    facts,
    custom: custom.values,
    ...(owner !== "" && { owner }),
    ...(tags !== undefined && { tags }),
    raw: data,
    sourceData: externalId === undefined ? {} : { externalId },
  };
}

function customOf(
  given: FieldValuesPatch,
  known: readonly LeadFieldRecord[],
): { values: NamedValue[] } | { error: string } {
  try {
    return { values: namedValues(known, given) };
  } catch (error) {
    if (!(error instanceof AppError) || error.id !== "invalid") throw error;
    return { error: `fields: ${error.message}` };
  }
}

function resultOf(
  rows: readonly Row[],
  { outcomes, rows: decided }: BatchDecision,
  createdIds: readonly string[],
  actId: string | null,
): LeadBatchResult {
  let next = 0;
  const results = rows.map((row, index): BatchRowResult => {
    if ("error" in row) return { index, outcome: "rejected", error: row.error };
    const at = next++;
    const { kind = "skipped", reason = "This lead can't be added." } = outcomes[at] ?? {};
    const id = decided[at]?.leadId ?? createdIds[decided[at]?.createIndex ?? -1];
    if (kind === "skipped" || id === undefined) return { index, outcome: "rejected", error: reason };
    return { index, outcome: kind, id };
  });
  const count = (of: BatchRowResult["outcome"]): number => results.filter(({ outcome }) => outcome === of).length;
  return {
    created: count("created"),
    updated: count("updated"),
    unchanged: count("unchanged"),
    rejected: count("rejected"),
    results,
    actId,
  };
}

function entryOf(workspace: Workspace, { counts: { created, updated } }: BatchDecision): NewJournalEntry {
  const leads = counted(created + updated, "lead");
  const what = updated === 0 ? "added" : created === 0 ? "updated" : "added or updated";
  const kind = created > 0 ? "created" : "updated";
  return actionEntry(workspace, {
    kind,
    title: `${leads} ${what} through the API`,
    description: `${inEnglish(created)} new, ${inEnglish(updated)} updated`,
  });
}

async function storedAnswer(
  { store }: Workspace,
  { key, request }: Pick<StoredAnswer, "key" | "request">,
): Promise<LeadBatchResult | null> {
  const stored = await store.answers.get(key);
  if (stored === null) return null;
  if (stored.request === request) return JSON.parse(stored.answer) as LeadBatchResult;
  throw new AppError(
    "idempotency_key_reused",
    422,
    "This Idempotency-Key was used for another request. Send a new key with each new request.",
  );
}

/** Keys of different accounts never meet. */
function keyOf(key: string): string {
  return hashOf(["POST /api/leads/batch", acting().userId, key]);
}

function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}
