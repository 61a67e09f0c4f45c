import type { DeliveryState } from "#shared/contract/webhook-endpoint.ts";
import { WRITE_BACK_KIND } from "#shared/contract/leads/write-back.ts";
import { latestPresent } from "#server/platform/clock.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { recordTable } from "#server/db/engine/record-table.ts";
import { all, allIds, firstId, isRowId, run, sql, type Work } from "#server/db/engine/sql.ts";
import { restsUntil, WEBHOOK_ENDPOINTS, type WebhookEndpointRecord } from "#server/db/outbox/webhook-endpoints.ts";
import { type RecordOf, recordsTable, stored } from "#server/db/engine/table.ts";

export const WEBHOOK_DELIVERIES = recordsTable({
  name: "webhook_deliveries",
  fields: {
    endpointId: stored.id(),
    messageId: stored.plain<string>(),
    /** A webhook event, or `webhook.test`. */
    type: stored.plain<string>(),
    leadId: stored.id<string | null>(),
    data: stored.json<Readonly<Record<string, unknown>>>(),
    createdAt: stored.plain<string>(),
    state: stored.plain<DeliveryState>(),
    attempts: stored.number(),
    lastAttempt: stored.plain<string | null>(),
    nextAttempt: stored.plain<string | null>(),
    answerStatus: stored.plain<number | null>(),
    answer: stored.plain<string>(),
    payload: stored.plain<string | null>(),
  },
  backup: "all",
  people: {
    kind: "Webhook deliveries",
    key: ["id"],
    leads: ["lead_id"],
    texts: ["payload", "answer"],
    // Still delivered, without the lead: the receiver has to learn that the lead was deleted.
    ofPerson: { payload: null, answer: "" },
  },
});

export type WebhookDeliveryRecord = RecordOf<typeof WEBHOOK_DELIVERIES>;

/** How an attempt ended. */
export interface AttemptEnd extends Pick<WebhookDeliveryRecord, "state" | "answerStatus" | "answer"> {
  /** When to try again; null unless it waits. */
  nextAttempt: string | null;
  /** Whether it counts: not when the receiver only asked to wait. */
  counts: boolean;
}

/** More than one request takes, so that leads whose oldest delivery isn't due yet are passed over quickly. */
const READ_AT_ONCE = 100;

export function webhookDeliveryStore(engine: Engine) {
  const deliveries = recordTable(WEBHOOK_DELIVERIES);
  const endpoints = recordTable(WEBHOOK_ENDPOINTS);

  /**
   * Due deliveries, oldest first: of each lead only the oldest that waits. Two queries, because as one PostgreSQL may
   * compare each that waits with each other, for minutes, before it has statistics about them.
   */
  function* dueOf(endpointId: string, now: string, limit: number): Work<WebhookDeliveryRecord[]> {
    // The next attempt of one that was made while the clock was ahead would be as far away.
    const present = latestPresent(now);
    const atOnce = Math.max(limit, READ_AT_ONCE);
    const found: WebhookDeliveryRecord[] = [];
    for (let after = "0"; found.length < limit;) {
      const due = yield* deliveries.find(sql`
        where endpoint_id = ${endpointId} and state = 'waiting' and id > ${after}
          and (next_attempt is null or next_attempt <= ${now} or last_attempt > ${present})
        order by id limit ${atOnce}`);
      const last = due.at(-1);
      if (last === undefined) break;
      const leadIds = [...new Set(due.flatMap(({ leadId }) => leadId ?? []))];
      const isOfThese = engine.sql.isOneOf("lead_id", leadIds);
      const oldest = new Set(
        yield* allIds(sql`
          select min(id) as id from webhook_deliveries
          where endpoint_id = ${endpointId} and state = 'waiting' and ${isOfThese} group by lead_id`),
      );
      found.push(...due.filter(({ id, leadId }) => leadId === null || oldest.has(id)));
      if (due.length < atOnce) break;
      after = last.id;
    }
    return found.slice(0, limit);
  }

  function* only(endpointId: string, id: string): Work<WebhookDeliveryRecord | null> {
    const delivery = yield* deliveries.get(id);
    return delivery?.endpointId === endpointId ? delivery : null;
  }

  return {
    /** Each endpoint with due deliveries, and when the next of the others is due; null when nothing waits. */
    dueEndpoints: (now: string) =>
      engine.run(function* () {
        const active = yield* endpoints.find(sql`where is_active order by id`);
        const due: WebhookEndpointRecord[] = [];
        const later: string[] = [];
        for (const endpoint of active) {
          const [oldest] = yield* dueOf(endpoint.id, now, 1);
          const isUnfilled = endpoint.kind === WRITE_BACK_KIND && endpoint.filledAt === null;
          if (oldest !== undefined || isUnfilled) {
            const rest = restsUntil(endpoint, now);
            if (rest === null) due.push(endpoint);
            else later.push(rest);
            continue;
          }
          const [next] = yield* all(sql<{ at: string | null }>`
            select min(next_attempt) as at from webhook_deliveries
            where endpoint_id = ${endpoint.id} and state = 'waiting'`);
          if (next?.at != null) later.push(next.at);
        }
        return { due, next: later.toSorted()[0] ?? null };
      }),

    /** The next due deliveries of an endpoint: of each lead only the oldest that waits. */
    due: (endpointId: string, now: string, limit: number) => engine.run(() => dueOf(endpointId, now, limit)),

    /** Stores what is sent, before it is sent, so that a repeat sends the same. */
    fix: (payloads: readonly { id: string; payload: string }[]) =>
      payloads.length === 0
        ? Promise.resolve()
        : engine.transact(() => engine.sql.updateMany("webhook_deliveries", [...payloads])),

    /**
     * Records an attempt and the endpoint's health in one transaction. Both may depend on the endpoint as it is now, since
     * people edit it while it delivers; null if it was deleted.
     */
    end: (
      ids: readonly string[],
      endpointId: string,
      at: string,
      howWith: (current: WebhookEndpointRecord | null) => AttemptEnd & { health: Partial<WebhookEndpointRecord> },
    ) =>
      engine.transact(function* () {
        const [current = null] = yield* endpoints.find(sql`where id = ${endpointId} ${engine.sql.forUpdate}`);
        const { state, answerStatus, answer, nextAttempt, counts, health } = howWith(current);
        yield* run(sql`
          update webhook_deliveries set state = ${state}, answer_status = ${answerStatus}, answer = ${answer},
            next_attempt = ${nextAttempt}, last_attempt = ${at}, attempts = attempts + ${counts ? 1 : 0}
          where ${engine.sql.isOneOf("id", ids)}`);
        yield* endpoints.update(endpointId, health);
      }),

    /** Newest first, before this id. */
    async list(endpointId: string, before: string | null, limit: number): Promise<WebhookDeliveryRecord[]> {
      if (!isRowId(endpointId) || (before !== null && !isRowId(before))) return [];
      const isEarlier = before === null ? sql`` : sql`and id < ${before}`;
      return engine.run(() =>
        deliveries.find(sql`where endpoint_id = ${endpointId} ${isEarlier} order by id desc limit ${limit}`),
      );
    },

    get: (endpointId: string, id: string) => engine.run(() => only(endpointId, id)),

    /** How many deliveries wait, by endpoint. */
    async waiting(): Promise<ReadonlyMap<string, number>> {
      const counts = sql<{ id: string | number; count: string | number }>`
        select endpoint_id as id, count(*) as count from webhook_deliveries where state = 'waiting' group by endpoint_id`;
      const rows = await engine.run(() => all(counts));
      return new Map(rows.map(({ id, count }) => [String(id), Number(count)]));
    },

    /** Adds a delivery that someone asks for, and that no job takes before `heldUntil`, if given. */
    add: (
      { endpointId, type, leadId }: Pick<WebhookDeliveryRecord, "endpointId" | "type" | "leadId">,
      heldUntil: string | null,
    ) =>
      engine.transact(function* () {
        // Not the endpoint's newest delivery: another transaction may have added that one.
        const id = yield* firstId(sql`
          insert into webhook_deliveries (endpoint_id, type, lead_id, data, next_attempt)
          values (${endpointId}, ${type}, ${leadId}, ${"{}"}, ${heldUntil}) returning id`);
        const added = id === null ? null : yield* deliveries.get(id);
        if (added === null) throw new Error("The delivery wasn't stored.");
        return added;
      }),

    /**
     * Makes everything that waits due now, and what failed of leads that got nothing newer. What was held back without an
     * attempt stays.
     */
    hasten: (endpointId: string) =>
      engine.transact(() =>
        run(sql`
          update webhook_deliveries as d set state = 'waiting', attempts = 0, next_attempt = null
          where endpoint_id = ${endpointId} and (state = 'waiting' or (state = 'failed' and lead_id is not null
            and attempts > 0 and not exists (
              select 1 from webhook_deliveries e
              where e.endpoint_id = d.endpoint_id and e.lead_id = d.lead_id and e.state = 'delivered' and e.id > d.id)))`),
      ),

    /** Makes a delivery wait again, under its message id. Null when there is none. */
    replay: (endpointId: string, id: string, heldUntil: string | null) =>
      engine.transact(function* () {
        if ((yield* only(endpointId, id)) === null) return null;
        yield* run(sql`
          update webhook_deliveries set state = 'waiting', attempts = 0, next_attempt = ${heldUntil} where id = ${id}`);
        return yield* deliveries.get(id);
      }),

    /** Deletes what was delivered or given up before this time, and what waits for an endpoint that is deleted or off. */
    forget: (before: string) =>
      engine.transact(() =>
        run(sql`
          delete from webhook_deliveries where created_at < ${before}
            and (state <> 'waiting' or endpoint_id not in (select id from webhook_endpoints where is_active))`),
      ),
  };
}
