import {
  json,
  startCrmPeer,
  textOf,
  type CrmCall,
  type CrmPeer,
  type CrmShop,
  type DuplicateRule,
  type StoredRecord,
} from "#test/peers/crm/crm-peer.ts";
import type { PeerAnswer } from "#test/peers/website/website-peer.ts";

export const SALESFORCE_APP = { clientId: "3MVG9-key-of-the-test", secret: "consumer-secret-of-the-test" };

const DATA = "/services/data/v61.0";
const LEAD = `${DATA}/sobjects/Lead`;

const FIELDS = [
  ["Id", "Lead ID", "id", false],
  ["FirstName", "First Name", "string", true],
  ["LastName", "Last Name", "string", true],
  ["Company", "Company", "string", true],
  ["Title", "Title", "string", true],
  ["Phone", "Phone", "phone", true],
  ["Email", "Email", "email", true],
  ["Website", "Website", "url", true],
  ["Industry", "Industry", "picklist", true],
  ["LeadSource", "Lead Source", "picklist", true],
  ["Description", "Description", "textarea", true],
  ["OwnerId", "Owner ID", "reference", true],
  ["Winnow_Score__c", "Winnow score", "double", true],
  ["IsConverted", "Converted", "boolean", false],
] as const;

const LENGTHS: Readonly<Record<string, number>> = {
  FirstName: 40,
  LastName: 80,
  Company: 255,
  Title: 128,
  Phone: 40,
  Email: 80,
  Website: 255,
  Description: 32_000,
};

/** How Salesforce says that the day's calls are used up. */
export const SALESFORCE_BUSY: PeerAnswer = json(403, [
  { message: "TotalRequests Limit exceeded.", errorCode: "REQUEST_LIMIT_EXCEEDED" },
]);

/** How Salesforce ends a session. */
export const SALESFORCE_SESSION_ENDED: PeerAnswer = json(401, [
  { message: "Session expired or invalid", errorCode: "INVALID_SESSION_ID" },
]);

/** Salesforce's REST API with one app and no leads. */
export function startSalesforcePeer(): Promise<CrmPeer> {
  return startCrmPeer(answer, (count) => `00Q5f00000${String(count).padStart(5, "0")}EAA`);
}

function answer(call: CrmCall, shop: CrmShop): PeerAnswer {
  const { method, path, headers, form } = call;
  if (path === "/services/oauth2/token") {
    if (form.get("grant_type") !== "client_credentials") return json(400, { error: "unsupported_grant_type" });
    const isKnown =
      form.get("client_id") === SALESFORCE_APP.clientId && form.get("client_secret") === SALESFORCE_APP.secret;
    if (!shop.isGranted || !isKnown) {
      return json(400, { error: "invalid_client", error_description: "invalid client credentials" });
    }
    const token = { access_token: "00D5f!session", token_type: "Bearer", issued_at: "1769851800000" };
    return json(200, { ...token, instance_url: "https://acme.my.salesforce.com", id: "https://login/id/00D5f/0055f" });
  }
  if (!shop.isGranted || headers["authorization"] !== "Bearer 00D5f!session") return SALESFORCE_SESSION_ENDED;
  if (path === `${DATA}/query`) return query(call.query.get("q") ?? "", shop);
  if (path === `${LEAD}/describe`) return json(200, { name: "Lead", fields: FIELDS.map(fieldOf) });
  if (method === "POST" && path === LEAD) {
    const rule = shop.duplicateRule;
    const mayWarn = headers["sforce-duplicate-rule-header"]?.includes("allowSave=true") === true;
    return rule === null || (rule.allowSave && mayWarn) ? create(call, shop) : duplicate(rule);
  }
  if (method === "PATCH" && path.startsWith(`${LEAD}/`)) return update(path.slice(LEAD.length + 1), call, shop);
  return failure(404, "NOT_FOUND", "The requested resource does not exist");
}

/** Salesforce misspells the name of the result, and adds no `fields`. */
function duplicate({ allowSave, id, type }: DuplicateRule): PeerAnswer {
  const record = { attributes: { type, url: `${DATA}/sobjects/${type}/${id}` }, Id: id };
  const matchRecords = [{ additionalInformation: [], fieldDiffs: [], matchConfidence: 100, record }];
  const rule = { rule: "Standard_Lead_Match_Rule_v1_0", matchEngine: "FuzzyMatchEngine" };
  const message = "Use one of these records?";
  const duplicateResut = {
    allowSave,
    duplicateRule: "Standard_Lead_Duplicate_Rule",
    duplicateRuleEntityType: "Lead",
    errorMessage: message,
    matchResults: [{ entityType: type, errors: [], matchRecords, ...rule, size: 1, success: true }],
  };
  return json(400, [{ duplicateResut, errorCode: "DUPLICATES_DETECTED", message }]);
}

function create({ body }: CrmCall, shop: CrmShop): PeerAnswer {
  const fields = body as Record<string, unknown>;
  const wrong = problemOf(fields);
  if (wrong !== null) return wrong;
  const missing = ["LastName", "Company"].filter((name) => (fields[name] ?? "") === "");
  if (missing.length > 0) {
    return failure(400, "REQUIRED_FIELD_MISSING", `Required fields are missing: [${missing.join(", ")}]`);
  }
  return json(201, { id: shop.create(fields).id, success: true, errors: [] });
}

function update(id: string, { body }: CrmCall, { records }: CrmShop): PeerAnswer {
  const record = records.get(id);
  if (record === undefined) return failure(404, "NOT_FOUND", "Provided external ID field does not exist");
  if (record.isDeleted) return failure(404, "ENTITY_IS_DELETED", "entity is deleted");
  if (record.fields["IsConverted"] === true) {
    return failure(400, "CANNOT_UPDATE_CONVERTED_LEAD", "cannot reference converted lead");
  }
  const wrong = problemOf(body as Record<string, unknown>);
  if (wrong !== null) return wrong;
  Object.assign(record.fields, body);
  return { status: 204 };
}

function query(soql: string, { records }: CrmShop): PeerAnswer {
  if (soql === "SELECT Id FROM Organization") return found([{ Id: "00D5f000000AbcDEAS" }], "Organization");
  if (soql.includes(" FROM User ")) {
    return found([{ Id: "0055f000001AdaAAE", Name: "Ada Lovelace", Email: "ada@acme.example" }], "User");
  }
  const [, conditions] = /^SELECT Id FROM Lead WHERE (.*) ORDER BY IsConverted, CreatedDate LIMIT 1$/u.exec(soql) ?? [];
  if (conditions === undefined) return failure(400, "MALFORMED_QUERY", `unexpected token: ${soql}`);
  const pairs = [...conditions.matchAll(/(\w+) = '((?:[^'\\]|\\.)*)'/gu)];
  const isMatch = ({ fields, isDeleted }: StoredRecord): boolean =>
    !isDeleted && pairs.every(([, name = "", value = ""]) => same(valueOf(fields, name), value.replaceAll("\\", "")));
  const [lead] = [...records.values()]
    .filter(isMatch)
    .toSorted(
      (one, other) => Number(one.fields["IsConverted"] === true) - Number(other.fields["IsConverted"] === true),
    );
  return found(lead === undefined ? [] : [{ Id: lead.id }], "Lead");
}

function valueOf(fields: Record<string, unknown>, name: string): string {
  const value = name === "Name" ? [fields["FirstName"], fields["LastName"]].filter(Boolean).join(" ") : fields[name];
  return textOf(value);
}

/** SOQL compares text case-insensitively. */
function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function found(records: readonly object[], type: string): PeerAnswer {
  const listed = records.map((record) => ({ attributes: { type, url: `${DATA}/sobjects/${type}/` }, ...record }));
  return json(200, { totalSize: listed.length, done: true, records: listed });
}

/** Salesforce converts no types, and knows every field. */
function problemOf(fields: Record<string, unknown>): PeerAnswer | null {
  for (const [name, value] of Object.entries(fields)) {
    const type = FIELDS.find(([known]) => known === name)?.[2];
    if (type === undefined) {
      return failure(400, "INVALID_FIELD", `No such column '${name}' on sobject of type Lead`);
    }
    if ((type === "double") !== (typeof value === "number")) {
      return failure(400, "JSON_PARSER_ERROR", `Cannot deserialize instance of ${type} from ${JSON.stringify(value)}`);
    }
    const length = LENGTHS[name] ?? Infinity;
    if (textOf(value).length > length) {
      const message = `${name}: data value too large: ${textOf(value)} (max length=${length})`;
      return failure(400, "STRING_TOO_LONG", message);
    }
  }
  return null;
}

function fieldOf([name, label, type, isWritable]: (typeof FIELDS)[number]): object {
  return {
    name,
    label,
    type,
    createable: isWritable,
    updateable: isWritable,
    restrictedPicklist: false,
    length: LENGTHS[name] ?? 0,
    nillable: true,
  };
}

function failure(status: number, errorCode: string, message: string): PeerAnswer {
  return json(status, [{ message, errorCode, fields: [] }]);
}
