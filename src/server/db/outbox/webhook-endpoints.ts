import type { CrmKind, CrmMapping } from "#shared/crm.ts";
import type { WriteBackColumn, WriteBackKind } from "#shared/contract/leads/write-back.ts";
import type { WebhookEvent, WebhookKind } from "#shared/webhook-events.ts";
import { DAY } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import { isFuture } from "#server/platform/clock.ts";
import { conflict } from "#server/platform/errors.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import {
  limitedTable,
  type RecordStore,
  recordStore,
  recordTable,
  type Watch,
} from "#server/db/engine/record-table.ts";
import { run, sql } from "#server/db/engine/sql.ts";
import { type RecordOf, recordsTable, stored, type StoredRow } from "#server/db/engine/table.ts";

/** The account that a CRM's credentials are for. */
export interface CrmAccountRecord {
  id: string;
  site: string;
  clientId: string;
  /** The page of a record, with `{id}`. */
  link: string;
}

/** Destinations of events. */
export const WEBHOOK_ENDPOINTS = recordsTable({
  name: "webhook_endpoints",
  fields: {
    kind: stored.plain<WebhookKind | CrmKind | WriteBackKind>(),
    /** Without what may be secret. */
    url: stored.plain<string>(),
    /** Sealed by the secrets module; null in a database restored without secrets. */
    sealedUrl: stored.plain<string | null>(),
    sealedSecret: stored.plain<string | null>(),
    sealedPreviousSecret: stored.plain<string | null>(),
    previousSecretUntil: stored.plain<string | null>(),
    description: stored.plain<string>(),
    events: stored.json<WebhookEvent[]>(),
    payload: stored.plain<"thin" | "full">(),
    isActive: stored.flag(),
    createdAt: stored.plain<string>(),
    lastDelivery: stored.plain<string | null>(),
    failingSince: stored.plain<string | null>(),
    lastError: stored.plain<string>(),
    disabledAt: stored.plain<string | null>(),
    /** No attempts before this time, after several failures in a row or when the receiver asked for it. */
    restUntil: stored.plain<string | null>(),
    /** Of a CRM; null for other destinations, like the next two. */
    account: stored.json<CrmAccountRecord | null>(),
    mapping: stored.json<CrmMapping | null>(),
    /** The CRM's owner of each Winnow account's leads. */
    owners: stored.json<Readonly<Record<string, string>> | null>(),
    /** Of a write-back, like all that follow: the Google Sheets source that is written to. */
    sourceId: stored.id<string | null>(),
    columns: stored.json<WriteBackColumn[] | null>(),
    /** The spreadsheet and tab as configured; no two write-backs share one. */
    tab: stored.plain<string | null>(),
    /** The tab that was written to last, as Google calls it. */
    place: stored.plain<string | null>(),
    /** When every row was written; null when that is due. */
    filledAt: stored.plain<string | null>(),
  },
  backup: { replaced: { previous_secret_until: null } },
  sealed: ["sealed_url", "sealed_secret", "sealed_previous_secret"],
  seen: "all",
  people: {
    kind: "Integrations",
    key: ["id"],
    texts: ["last_error"],
    hidden: [
      "url",
      "description",
      "events",
      "sealed_url",
      "sealed_secret",
      "sealed_previous_secret",
      "account",
      "mapping",
      "owners",
      "columns",
      "tab",
      "place",
    ],
    ofPerson: "redact",
  },
  undo: {
    health: ["last_delivery", "failing_since", "last_error", "disabled_at", "rest_until", "place", "filled_at"],
    called: nameOf,
    topics: ["webhooks", "notifications"],
    isManaged: () => true,
    refuses: (rows) => (haveSharedTab(rows) ? "Another source already writes to this tab." : null),
    // What changed in the meantime wasn't recorded.
    *restored(_engine, key) {
      yield* run(sql`update webhook_endpoints set filled_at = null where id = ${key} and source_id is not null`);
    },
  },
});

/** A destination as stored. */
export type WebhookEndpointRecord = RecordOf<typeof WEBHOOK_ENDPOINTS>;

/** A new destination's fields that its kind doesn't set. */
export const NEW_ENDPOINT = {
  sealedUrl: null,
  sealedSecret: null,
  sealedPreviousSecret: null,
  previousSecretUntil: null,
  description: "",
  lastDelivery: null,
  failingSince: null,
  lastError: "",
  disabledAt: null,
  restUntil: null,
  account: null,
  mapping: null,
  owners: null,
  sourceId: null,
  columns: null,
  tab: null,
  place: null,
  filledAt: null,
} as const satisfies Partial<WebhookEndpointRecord>;

function haveSharedTab(rows: readonly StoredRow[]): boolean {
  const tabs = rows.flatMap(({ tab }) => (typeof tab === "string" ? [tab] : []));
  return new Set(tabs).size < tabs.length;
}

/** `create` throws too_many_integrations when the limit is exceeded. */
/** A receiver may ask for a day. */
const LONGEST_REST = DAY;

/** Until when an endpoint gets no attempts; null without a rest, or with one from while the clock was ahead. */
export function restsUntil({ restUntil }: Pick<WebhookEndpointRecord, "restUntil">, now: string): string | null {
  if (restUntil === null || restUntil <= now) return null;
  return isFuture(restUntil, new Date(Date.parse(now) + LONGEST_REST)) ? null : restUntil;
}

export function webhookEndpointWrites(watch?: Watch) {
  return limitedTable(recordTable(WEBHOOK_ENDPOINTS, watch), LIMITS.webhook.endpoints, () =>
    conflict("too_many_integrations", `You can add up to ${LIMITS.webhook.endpoints} integrations. Delete one first.`),
  );
}

/** Its writes are those that nobody undoes, such as of the signing secret. */
export function webhookEndpointStore(
  engine: Engine,
): Pick<RecordStore<WebhookEndpointRecord>, "list" | "get" | "update"> {
  return recordStore(engine, recordTable(WEBHOOK_ENDPOINTS));
}

/** A name that everyone may read: only owners see a URL's path, which is a secret of some receivers. */
export function endpointName({ description, url }: Pick<WebhookEndpointRecord, "description" | "url">): string {
  if (description !== "") return description;
  return /^https?:/u.test(url) ? (URL.parse(url)?.host ?? url) : url;
}

function nameOf({ description, url }: StoredRow): string {
  if (typeof description !== "string" || typeof url !== "string") return "The integration";
  return `The integration “${endpointName({ description, url })}”`;
}
