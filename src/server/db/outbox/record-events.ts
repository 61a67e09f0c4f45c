import { LEAD_TEXT_FIELDS } from "#shared/lead-fields.ts";
import type { LeadRecord, StoredLead } from "#shared/lead-record.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import type { RescoredLead } from "#shared/stale-lead.ts";
import type { WebhookEvent } from "#shared/webhook-events.ts";
import type { WorkRunner } from "#server/db/engine/engine.ts";
import { all, allIds, firstId, sql, type Work } from "#server/db/engine/sql.ts";

/** Something that happened, as webhooks and chats receive it. */
export interface OutboxEvent {
  type: WebhookEvent;
  leadId: string | null;
  /** Further facts; never personal data, which is added from the lead when sending. */
  data?: Readonly<Record<string, unknown>>;
}

/** A lead before and after a change. */
interface Changed {
  before: StoredLead;
  after: LeadRecord;
}

/** Paused endpoints get nothing. One that Winnow turned off gets it later; a sheet is then filled as a whole. */
const RECORDS = sql`is_active or (disabled_at is not null and source_id is null)`;

/**
 * Records events for every endpoint that wants them, in the transaction of the change. Without an endpoint, a
 * whole batch costs one query on an empty table.
 */
export function* recordEvents(engine: WorkRunner, eventsOf: () => readonly OutboxEvent[]): Work<void> {
  const endpoints = yield* all(sql<Endpoint>`select id, events, source_id from webhook_endpoints where ${RECORDS}`);
  if (endpoints.length === 0) return;
  const events = eventsOf();
  const rows: Record<string, unknown>[] = [];
  for (const { id, events: wanted, source_id: sourceId } of endpoints) {
    const some = events.filter(({ type }) => wanted.includes(`"${type}"`));
    const own = sourceId === null ? some : yield* eventsOfSheet(engine, String(sourceId), some);
    rows.push(...own.map((event) => rowOf(id, event)));
  }
  yield* engine.sql.insertMany("webhook_deliveries", rows);
}

interface Endpoint {
  id: string | number;
  events: string;
  source_id: string | number | null;
}

function rowOf(endpointId: string | number, { type, leadId, data = {} }: OutboxEvent): Record<string, unknown> {
  return { endpoint_id: endpointId, type, lead_id: leadId, data: JSON.stringify(data) };
}

/** What a sheet shows of a lead. */
const IN_SHEET: ReadonlySet<unknown> = new Set(["score", "status"]);

/** The events of this sheet's leads that change what it shows. A lead that is added has no rows yet: see `recordRows`. */
function* eventsOfSheet(engine: WorkRunner, sourceId: string, events: readonly OutboxEvent[]): Work<OutboxEvent[]> {
  const some = events.filter(({ type, data }) => {
    const changed = data?.["changed"];
    return type !== "lead.updated" || (Array.isArray(changed) && changed.some((field) => IN_SHEET.has(field)));
  });
  const ids = [...new Set(some.flatMap(({ leadId }) => leadId ?? []))];
  if (ids.length === 0) return [];
  const isOneOf = engine.sql.isOneOf("lead_id", ids);
  const inSheet = new Set(
    yield* allIds(sql`select lead_id from source_rows where source_id = ${sourceId} and ${isOneOf}`),
  );
  return some.filter(({ leadId }) => leadId !== null && inSheet.has(leadId));
}

/** Has these leads of a source written back, if the source has a write-back. */
export function* recordRows(engine: WorkRunner, sourceId: string, leadIds: Iterable<string | null>): Work<void> {
  const endpointId = yield* firstId(sql`select id from webhook_endpoints where is_active and source_id = ${sourceId}`);
  if (endpointId === null) return;
  const ids = [...new Set(leadIds)].filter((id) => id !== null);
  const rows = ids.map((leadId) => rowOf(endpointId, { type: "lead.created", leadId }));
  yield* engine.sql.insertMany("webhook_deliveries", rows);
}

/** An undo adds a lead again under its ID, whose events say so: the receiver has already acted on it once. */
export function* recordAdded(
  engine: WorkRunner,
  leads: readonly LeadRecord[],
  ids: readonly string[],
  { areRestored = false }: { areRestored?: boolean } = {},
): Work<void> {
  if (leads.length === 0) return;
  const data = areRestored ? { restored: true } : {};
  yield* recordEvents(engine, () =>
    leads.flatMap(({ status }, index): OutboxEvent[] => {
      const leadId = ids[index] ?? null;
      const created = { type: "lead.created", leadId, data } as const;
      return status === "pending" ? [created] : [created, { type: `lead.${status}`, leadId, data }];
    }),
  );
}

export function* recordChanged(engine: WorkRunner, changes: readonly Changed[]): Work<void> {
  if (changes.length > 0) yield* recordEvents(engine, () => changes.flatMap(eventsOfChange));
}

/** Records new scores, and what they led to. A new status's event covers its score. */
export function* recordRescored(engine: WorkRunner, leads: readonly RescoredLead[]): Work<void> {
  if (leads.length === 0) return;
  yield* recordEvents(engine, () =>
    leads.flatMap(({ id, score, previousScore, status, statusChange, tagMarks }) => {
      const changed = [
        ...(score !== previousScore && statusChange === null ? ["score"] : []),
        ...(tagMarks === null ? [] : ["tags"]),
      ];
      return eventsOfOne(id, changed, statusChange === null ? null : { was: statusChange.was, status });
    }),
  );
}

export function* recordDeleted(engine: WorkRunner, ids: readonly string[]): Work<void> {
  yield* recordEvents(engine, () => ids.map((leadId) => ({ type: "lead.deleted", leadId })));
}

/** A new status has its own event, except for a return to pending. */
export function statusEvent(leadId: string, was: LeadStatus, status: LeadStatus): OutboxEvent {
  return status === "pending"
    ? { type: "lead.updated", leadId, data: { changed: ["status"], previousStatus: was } }
    : { type: `lead.${status}`, leadId, data: { previousStatus: was } };
}

export function ownerEvent(leadId: string, owner: string): OutboxEvent {
  return { type: "lead.assigned", leadId, data: { owner } };
}

function eventsOfChange({ before, after }: Changed): OutboxEvent[] {
  const leadId = before.id;
  const changed = LEAD_TEXT_FIELDS.filter((field) => (before[field] ?? "") !== (after[field] ?? "")).map(String);
  if (isOther(before.nextStep, after.nextStep)) changed.push("nextStep");
  if (isOther(before.tagMarks, after.tagMarks)) changed.push("tags");
  if (isOther(before.customFields, after.customFields)) changed.push("fields");
  const status = before.status === after.status ? null : { was: before.status, status: after.status };
  if (before.score !== after.score && status === null) changed.push("score");
  return [
    ...eventsOfOne(leadId, changed, status),
    ...((before.ownerId ?? null) === (after.ownerId ?? null) ? [] : [ownerEvent(leadId, after.owner)]),
  ];
}

function eventsOfOne(
  leadId: string,
  changed: readonly string[],
  status: { was: LeadStatus; status: LeadStatus } | null,
): OutboxEvent[] {
  return [
    ...(changed.length > 0 ? [{ type: "lead.updated", leadId, data: { changed } } as const] : []),
    ...(status === null ? [] : [statusEvent(leadId, status.was, status.status)]),
  ];
}

/** Leads stored before a field was added lack it. */
function isOther(before: unknown, after: unknown): boolean {
  return JSON.stringify(before ?? null) !== JSON.stringify(after ?? null);
}

/** Records that reading a source has begun or ceased to fail. */
export function* recordSourceHealth(
  engine: WorkRunner,
  source: { kind: string; id: string | null; name: string },
  before: { failingSince: string | null } | null,
  { failingSince }: { failingSince?: string | null },
): Work<void> {
  if (before === null || failingSince === undefined) return;
  if ((before.failingSince === null) === (failingSince === null)) return;
  const type = failingSince === null ? "source.recovered" : "source.failing";
  yield* recordEvents(engine, () => [{ type, leadId: null, data: { source } }]);
}
