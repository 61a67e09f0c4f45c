import {
  json,
  startCrmPeer,
  type CrmCall,
  type CrmPeer,
  type CrmShop,
  type StoredRecord,
} from "#test/peers/crm/crm-peer.ts";
import type { PeerAnswer } from "#test/peers/website/website-peer.ts";

export const PIPEDRIVE_TOKEN = "0123456789abcdef-token-of-the-test";
export const PIPEDRIVE_SCORE = "a1b2c3d4e5f60718293a4b5c6d7e8f9012345678";

const AT = "2026-01-31T09:30:00Z";
/** Records of organizations have this mark, since both share one list. */
const ORGANIZATION = "organization";

/** How Pipedrive says that it is asked too often. */
export const PIPEDRIVE_BUSY: PeerAnswer = json(
  429,
  { success: false, error: "Request over limit", error_info: "Please check developers.pipedrive.com", data: null },
  { "x-ratelimit-limit": "20", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "30" },
);

/** How Pipedrive says that the company's daily budget is used up; the window of a burst still ends in seconds. */
export const PIPEDRIVE_SPENT: PeerAnswer = json(
  429,
  { success: false, error: "Request over limit", error_info: "Please check developers.pipedrive.com", data: null },
  { "x-ratelimit-remaining": "19", "x-ratelimit-reset": "2", "x-daily-ratelimit-token-remaining": "0" },
);

/** How Cloudflare, in front of Pipedrive, blocks a client that keeps asking. */
export const PIPEDRIVE_BLOCKED: PeerAnswer = {
  status: 403,
  headers: { "content-type": "text/html; charset=UTF-8" },
  body: "<!DOCTYPE html><title>Access denied | acme.pipedrive.com used Cloudflare to restrict access</title>",
};

interface Value {
  value: string;
  primary: boolean;
  label: string;
}

/** Pipedrive's API v2, with one user and no persons. */
export function startPipedrivePeer(): Promise<CrmPeer> {
  return startCrmPeer(answer, (count) => String(900 + count));
}

/** The persons, without organizations. */
export function personsOf({ records }: Pick<CrmPeer, "records">): Record<string, unknown>[] {
  return [...records.values()]
    .filter(({ isDeleted, fields }) => !isDeleted && fields["type"] !== ORGANIZATION)
    .map(({ fields }) => fields);
}

export function organizationsOf({ records }: Pick<CrmPeer, "records">): Record<string, unknown>[] {
  return [...records.values()].filter(({ fields }) => fields["type"] === ORGANIZATION).map(({ fields }) => fields);
}

function answer(call: CrmCall, shop: CrmShop): PeerAnswer {
  const { method, path, headers } = call;
  if (!shop.isGranted || headers["x-api-token"] !== PIPEDRIVE_TOKEN) {
    const info = { error_info: "Please check developers.pipedrive.com" };
    return json(401, { success: false, error: "unauthorized access", errorCode: 401, ...info });
  }
  if (path === "/api/v1/users/me") {
    return ok({ id: 31, name: "Ada Lovelace", company_id: 77, company_domain: "acme", company_name: "Acme" });
  }
  if (path === "/api/v1/users") {
    return ok([
      { id: 31, name: "Ada Lovelace", email: "ada@acme.example", active_flag: true },
      { id: 32, name: "Former Colleague", email: "former@acme.example", active_flag: false },
    ]);
  }
  if (path === "/api/v2/personFields") {
    return ok([
      { field_code: "name", field_name: "Name", field_type: "varchar", is_custom_field: false },
      { field_code: "job_title", field_name: "Job title", field_type: "varchar", is_custom_field: false },
      { field_code: PIPEDRIVE_SCORE, field_name: "Winnow score", field_type: "double", is_custom_field: true },
      { field_code: "f".repeat(40), field_name: "Stage", field_type: "enum", is_custom_field: true },
    ]);
  }
  const [, noun = "", id] = /^\/api\/v2\/(persons|organizations)(?:\/(.+))?$/u.exec(path) ?? [];
  if (noun !== "" && id === "search") return search(noun, call, shop);
  if (method === "POST" && noun !== "" && id === undefined) return create(noun, call, shop);
  const record = shop.records.get(id ?? "");
  if (noun === "" || record === undefined || record.isDeleted) {
    return json(404, { success: false, error: "Person not found", code: "ERR_NOT_FOUND", data: null });
  }
  if (method === "GET") return ok(entityOf(record));
  const wrong = problemOf(call.body);
  if (wrong !== null) return wrong;
  const { custom_fields: custom, ...fields } = call.body as Record<string, unknown>;
  Object.assign(record.fields, fields, custom);
  return ok(entityOf(record));
}

function create(noun: string, { body }: CrmCall, shop: CrmShop): PeerAnswer {
  const { custom_fields: custom, ...fields } = body as Record<string, unknown>;
  const wrong = problemOf(body);
  if (wrong !== null) return wrong;
  if (typeof fields["name"] !== "string") return invalid("name: Required");
  const mark = noun === "persons" ? {} : { type: ORGANIZATION };
  return ok(entityOf(shop.create({ ...fields, ...(custom as object), ...mark })));
}

/** Unlike version 1, version 2 converts nothing. */
function problemOf(body: unknown): PeerAnswer | null {
  const fields = body as Record<string, unknown>;
  const { custom_fields: custom = {}, org_id: orgId, owner_id: ownerId } = fields;
  // As in most companies, contact sync is off.
  if ("job_title" in fields) {
    return json(403, { success: false, error: "Contact sync is not enabled", code: "ERR_FORBIDDEN", data: null });
  }
  const score = (custom as Record<string, unknown>)[PIPEDRIVE_SCORE];
  if (score !== undefined && typeof score !== "number")
    return invalid(`custom_fields.${PIPEDRIVE_SCORE}: Expected number`);
  for (const [name, value] of Object.entries({ org_id: orgId, owner_id: ownerId })) {
    if (value !== undefined && typeof value !== "number") return invalid(`${name}: Expected number`);
  }
  return null;
}

function search(noun: string, { query }: CrmCall, { records, unindexed }: CrmShop): PeerAnswer {
  const term = (query.get("term") ?? "").toLowerCase();
  const field = query.get("fields") ?? "";
  const isOf = ({ fields, isDeleted }: StoredRecord): boolean =>
    !isDeleted && (fields["type"] === ORGANIZATION) === (noun === "organizations");
  const items = [...records.values()]
    .filter((record) => isOf(record) && !unindexed.has(record))
    .filter(({ fields }) =>
      field === "name"
        ? String(fields["name"]).toLowerCase() === term
        : valuesOf(fields[`${field}s`]).some((value) => value.toLowerCase() === term),
    )
    .map(({ id, fields }) => ({
      result_score: 1,
      item: {
        id: Number(id),
        type: noun.slice(0, -1),
        name: fields["name"],
        emails: valuesOf(fields["emails"]),
        phones: valuesOf(fields["phones"]),
      },
    }));
  return ok({ items });
}

function valuesOf(values: unknown): string[] {
  return ((values ?? []) as Value[]).map(({ value }) => value);
}

function entityOf({ id, fields }: StoredRecord): object {
  return { emails: [], phones: [], org_id: null, ...fields, id: Number(id), add_time: AT, update_time: AT };
}

function ok(data: unknown): PeerAnswer {
  return json(200, { success: true, data, additional_data: { next_cursor: null } });
}

function invalid(error: string): PeerAnswer {
  return json(400, { success: false, error: `Validation failed: ${error}`, code: "ERR_SCHEMA_VALIDATION_FAILED" });
}
