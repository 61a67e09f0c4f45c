import {
  json,
  startCrmPeer,
  textOf,
  type CrmCall,
  type CrmPeer,
  type CrmShop,
  type StoredRecord,
} from "#test/peers/crm/crm-peer.ts";
import type { PeerAnswer } from "#test/peers/website/website-peer.ts";

export const HUBSPOT_TOKEN = "pat-na1-00000000-0000-4000-8000-token-of-the-test";
export const PORTAL = 4_711_000;

const CONTACTS = "/crm/v3/objects/contacts";
const AT = "2026-01-31T09:30:00.000Z";
const CORRELATION = { correlationId: "aeb5f871-7f07-4993-9211-075dc63e7cbf" };

const PROPERTIES = [
  ["email", "Email", "string"],
  ["firstname", "First Name", "string"],
  ["lastname", "Last Name", "string"],
  ["company", "Company Name", "string"],
  ["jobtitle", "Job Title", "string"],
  ["phone", "Phone Number", "string"],
  ["website", "Website URL", "string"],
  ["industry", "Industry", "string"],
  ["winnow_score", "Winnow score", "number"],
  ["hubspot_owner_id", "Contact owner", "enumeration"],
  ["lifecyclestage", "Lifecycle Stage", "enumeration"],
  ["hs_object_id", "Record ID", "number"],
] as const;
const READ_ONLY = ["hs_object_id"];

/** How HubSpot says that it is asked too often, without a Retry-After header. */
export const HUBSPOT_BUSY: PeerAnswer = json(
  429,
  {
    status: "error",
    message: "You have reached your ten_secondly_rolling limit.",
    errorType: "RATE_LIMIT",
    ...CORRELATION,
    policyName: "TEN_SECONDLY_ROLLING",
    requestId: "7d3c2a",
  },
  { "x-hubspot-ratelimit-interval-milliseconds": "10000", "x-hubspot-ratelimit-remaining": "0" },
);

/** How HubSpot refuses an owner who was removed. */
export const HUBSPOT_WRONG_OWNER: PeerAnswer = invalid([
  { isValid: false, message: "7702 was not one of the allowed options", error: "INVALID", name: "hubspot_owner_id" },
]);

/** How HubSpot refuses a service key that lacks a scope. */
export const HUBSPOT_LACKS_SCOPE: PeerAnswer = json(403, {
  status: "error",
  message: "This app hasn't been granted all required scopes to make this call.",
  ...CORRELATION,
  errors: [
    {
      message: "One or more of the following scopes are required.",
      context: { requiredGranularScopes: ["crm.objects.contacts.write"] },
    },
  ],
  category: "MISSING_SCOPES",
});

/** How HubSpot refuses a contact within a batch: the batch itself succeeds. */
export const HUBSPOT_REFUSED_IN_BATCH: PeerAnswer = json(207, {
  status: "COMPLETE",
  results: [],
  numErrors: 1,
  errors: [
    {
      status: "error",
      category: "VALIDATION_ERROR",
      message:
        'Property values were not valid: [{"isValid":false,"message":"Email address ann@acme is invalid","name":"email"}]',
      context: {},
    },
  ],
  startedAt: AT,
  completedAt: AT,
});

/** HubSpot with one service key and an empty list of contacts. */
export function startHubspotPeer(): Promise<CrmPeer> {
  return startCrmPeer(answer, (count) => String(51_000 + count));
}

function answer(call: CrmCall, shop: CrmShop): PeerAnswer {
  const { method, path, headers } = call;
  if (!shop.isGranted || headers["authorization"] !== `Bearer ${HUBSPOT_TOKEN}`) {
    const message = "Authentication credentials not found. This API supports OAuth 2.0 authentication.";
    return json(401, { status: "error", message, ...CORRELATION, category: "INVALID_AUTHENTICATION" });
  }
  if (path === "/account-info/v3/details") {
    return json(200, {
      portalId: PORTAL,
      accountType: "STANDARD",
      timeZone: "US/Eastern",
      uiDomain: "app.hubspot.com",
    });
  }
  if (path === "/crm/v3/properties/contacts") return json(200, { results: PROPERTIES.map(propertyOf) });
  if (path === "/crm/v3/owners") {
    const owner = { id: "7701", email: "ada@acme.example", firstName: "Ada", lastName: "Lovelace", userId: 12 };
    return json(200, { results: [{ ...owner, type: "PERSON", createdAt: AT, updatedAt: AT, archived: false }] });
  }
  if (method === "POST" && path === `${CONTACTS}/batch/upsert`) return upsert(call, shop);
  if (method === "POST" && path === `${CONTACTS}/search`) return search(call, shop);
  if (method === "POST" && path === CONTACTS) return create(call, shop);
  if (method === "PATCH" && path.startsWith(`${CONTACTS}/`)) return update(path.slice(CONTACTS.length + 1), call, shop);
  return json(404, { status: "error", message: "resource not found", ...CORRELATION });
}

type Properties = Record<string, string>;

function upsert({ body }: CrmCall, shop: CrmShop): PeerAnswer {
  const { inputs } = body as { inputs: { id: string; idProperty: string; properties: Properties }[] };
  const wrong = inputs.flatMap(({ properties }) => problems(properties));
  if (wrong.length > 0) return invalid(wrong);
  const results = inputs.map(({ id, properties }) => {
    const known = withEmail(shop, id);
    if (known === undefined) return { ...contactOf(shop.create({ ...properties, email: id })), new: true };
    Object.assign(known.fields, properties);
    return { ...contactOf(known), new: false };
  });
  return json(200, { status: "COMPLETE", results, startedAt: AT, completedAt: AT });
}

function create({ body }: CrmCall, shop: CrmShop): PeerAnswer {
  const { properties } = body as { properties: Properties };
  const wrong = problems(properties);
  if (wrong.length > 0) return invalid(wrong);
  const taken = withEmail(shop, properties["email"]);
  return taken === undefined ? json(201, contactOf(shop.create(properties))) : conflict(taken);
}

function update(id: string, { body }: CrmCall, shop: CrmShop): PeerAnswer {
  const record = shop.records.get(id);
  if (record === undefined || record.isDeleted) {
    return json(404, { status: "error", message: "resource not found", ...CORRELATION });
  }
  const { properties } = body as { properties: Properties };
  const wrong = problems(properties);
  if (wrong.length > 0) return invalid(wrong);
  const taken = withEmail(shop, properties["email"]);
  if (taken !== undefined && taken.id !== id) return conflict(taken);
  Object.assign(record.fields, properties);
  return json(200, contactOf(record));
}

function search({ body }: CrmCall, shop: CrmShop): PeerAnswer {
  const { filterGroups } = body as { filterGroups: { filters: { propertyName: string; value: string }[] }[] };
  const results = [...shop.records.values()]
    .filter(({ isDeleted }) => !isDeleted)
    .filter(({ fields }) =>
      filterGroups.some(({ filters }) => filters.every(({ propertyName, value }) => fields[propertyName] === value)),
    )
    .map(contactOf);
  return json(200, { total: results.length, results });
}

function withEmail({ records }: CrmShop, email: string | undefined): StoredRecord | undefined {
  if (email === undefined) return undefined;
  const isSame = ({ isDeleted, fields }: StoredRecord): boolean =>
    !isDeleted && textOf(fields["email"]).toLowerCase() === email.toLowerCase();
  return [...records.values()].find(isSame);
}

function contactOf({ id, fields }: StoredRecord): object {
  return { id, properties: { ...fields, hs_object_id: id }, createdAt: AT, updatedAt: AT, archived: false };
}

function propertyOf([name, label, type]: (typeof PROPERTIES)[number]): object {
  const modificationMetadata = { archivable: true, readOnlyDefinition: true, readOnlyValue: READ_ONLY.includes(name) };
  return {
    name,
    label,
    type,
    fieldType: "text",
    hidden: false,
    calculated: false,
    hasUniqueValue: false,
    modificationMetadata,
  };
}

function problems(properties: Properties): object[] {
  return Object.keys(properties).flatMap((name) =>
    PROPERTIES.some(([known]) => known === name)
      ? []
      : [{ isValid: false, message: `Property "${name}" does not exist`, error: "PROPERTY_DOESNT_EXIST", name }],
  );
}

function invalid(errors: readonly object[]): PeerAnswer {
  const message = `Property values were not valid: ${JSON.stringify(errors)}`;
  return json(400, { status: "error", message, ...CORRELATION, category: "VALIDATION_ERROR" });
}

function conflict({ id }: StoredRecord): PeerAnswer {
  const message = `Contact already exists. Existing ID: ${id}`;
  return json(409, { status: "error", message, ...CORRELATION, category: "CONFLICT" });
}
