import { z } from "zod";
import { cutWhole } from "#shared/text/cut-whole.ts";
import { HOUR } from "#shared/durations.ts";
import {
  typedFields,
  type CrmClient,
  type CrmCredentials,
  type CrmDriver,
  type CrmField,
} from "#server/delivery/crm/crm-client.ts";
import { CrmFailure } from "#server/delivery/crm/crm-failure.ts";
import { askCrm, contentOf, crmFailure, isOk, type CrmAnswer, type CrmCall } from "#server/delivery/crm/crm-request.ts";
import { invalid } from "#server/platform/errors.ts";
import type { GuardedFetch } from "#server/platform/guarded-fetch.ts";

const DATA = "/services/data/v61.0";
const LEAD = `${DATA}/sobjects/Lead`;
const TEXT_TYPES = ["string", "textarea", "phone", "url", "email", "picklist"];
const NUMBER_TYPES = ["double", "int", "currency", "percent"];
/** Salesforce requires a company, and its own forms write this without one. */
const NO_COMPANY = "[not provided]";

const Token = z.object({ access_token: z.string() });
const TokenProblem = z.object({ error: z.string(), error_description: z.string().default("") });
const Created = z.object({ id: z.string() });
const recordsOf = <T>(record: z.ZodType<T>) => z.object({ records: z.array(record) });
const Described = z.object({
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      type: z.string(),
      createable: z.boolean(),
      updateable: z.boolean(),
      restrictedPicklist: z.boolean().default(false),
      length: z.number().default(0),
    }),
  ),
});
const Duplicates = z
  .object({
    matchResults: z.array(
      z.object({
        matchRecords: z.array(
          z.object({ record: z.object({ Id: z.string(), attributes: z.object({ type: z.string() }) }) }),
        ),
      }),
    ),
  })
  .nullish();
const Problems = z.array(
  z.object({
    message: z.string().default(""),
    errorCode: z.string(),
    // Salesforce sends the misspelled name and documents the other one.
    duplicateResut: Duplicates,
    duplicateResult: Duplicates,
  }),
);

/** Salesforce's leads, with an external client app or a connected app that signs in as itself. */
export const SALESFORCE: CrmDriver = {
  site(typed) {
    const url = URL.parse(/^https?:/iu.test(typed.trim()) ? typed.trim() : `https://${typed.trim()}`);
    const host =
      url?.hostname.replace(/\.(?:lightning\.force|my\.salesforce-setup)\.com$/u, ".my.salesforce.com") ?? "";
    if (!/^[a-z\d.-]+\.salesforce\.(?:com|mil)$/u.test(host)) {
      throw invalid("site", "Enter your My Domain URL, such as https://acme.my.salesforce.com.");
    }
    return host;
  },
  base: (site) => `https://${site}`,
  open: salesforceClient,
};

/** Access tokens by account, because Salesforce limits how often an app may sign in. */
const tokens = new WeakMap<GuardedFetch, Map<string, Promise<string>>>();

function salesforceClient(base: string, credentials: CrmCredentials, outbound: GuardedFetch): CrmClient {
  const { site, clientId, secret } = credentials;
  const stored = tokens.get(outbound) ?? new Map<string, Promise<string>>();
  tokens.set(outbound, stored);
  const key = JSON.stringify([base, clientId, secret]);

  async function signIn(): Promise<string> {
    const form = { grant_type: "client_credentials", client_id: clientId, client_secret: secret };
    const answer = await askCrm(outbound, "salesforce", `${base}/services/oauth2/token`, { method: "POST", form });
    if (isOk(answer)) return contentOf("salesforce", Token, answer).access_token;
    const { error, error_description: words } = TokenProblem.safeParse(answer.body).data ?? { error: "" };
    if (answer.status >= 500 || answer.status === 429) throw failureOf(answer);
    const sentence = `Salesforce doesn't accept the consumer key and secret (${words ?? error}): check both, and the app's client credentials flow.`;
    throw new CrmFailure("access", sentence, answer.status);
  }

  function token(): Promise<string> {
    const known = stored.get(key) ?? signIn();
    stored.set(key, known);
    // Don't store a failure.
    known.catch(() => stored.delete(key));
    return known;
  }

  async function ask(path: string, call: CrmCall = {}): Promise<CrmAnswer> {
    const send = async (): Promise<CrmAnswer> =>
      askCrm(outbound, "salesforce", base + path, {
        ...call,
        headers: { ...call.headers, authorization: `Bearer ${await token()}` },
      });
    const answer = await send();
    if (answer.status !== 401) return answer;
    // The session ended.
    stored.delete(key);
    return send();
  }

  async function ok<T>(schema: z.ZodType<T>, path: string, call?: CrmCall): Promise<T> {
    const answer = await ask(path, call);
    if (!isOk(answer)) throw failureOf(answer);
    return contentOf("salesforce", schema, answer);
  }

  async function query<T>(schema: z.ZodType<T>, soql: string): Promise<T[]> {
    return (await ok(recordsOf(schema), `${DATA}/query?${new URLSearchParams({ q: soql }).toString()}`)).records;
  }

  const described = async () => (await ok(Described, `${LEAD}/describe`)).fields;

  /** Writes a lead, with texts cut to their fields' lengths if Salesforce asks for it. */
  async function write(path: string, method: "POST" | "PATCH", json: Record<string, unknown>): Promise<CrmAnswer> {
    // A duplicate rule that only warns would otherwise refuse the lead.
    const headers = { "sforce-duplicate-rule-header": "allowSave=true" };
    const answer = await ask(path, { method, json, headers });
    if (!hasCode(answer, "STRING_TOO_LONG")) return answer;
    const lengths = new Map((await described()).map(({ name, length }) => [name, length]));
    const cut = Object.entries(json).map(([name, value]) => {
      // Half an email would be somebody else's.
      const length = (name !== "Email" && lengths.get(name)) || Infinity;
      return [name, typeof value === "string" && value.length > length ? cutWhole(value, length) : value];
    });
    return ask(path, { method, json: Object.fromEntries(cut) as object, headers });
  }

  async function fields(): Promise<CrmField[]> {
    return (await described())
      .filter(({ createable, updateable, restrictedPicklist }) => createable && updateable && !restrictedPicklist)
      .filter(({ name, type }) => name !== "Email" && [...TEXT_TYPES, ...NUMBER_TYPES].includes(type))
      .map(({ name, label, type }) => ({ name, label, isNumber: NUMBER_TYPES.includes(type) }));
  }

  const client: CrmClient = {
    fields,

    async account() {
      const [organization] = await query(Found, "SELECT Id FROM Organization");
      const id = organization?.Id ?? site;
      return { id: `salesforce:${id}`, name: site, link: `https://${site}/lightning/r/Lead/{id}/view` };
    },

    async owners() {
      const user = z.object({ Id: z.string(), Name: z.string(), Email: z.string().nullish() });
      const active = "SELECT Id, Name, Email FROM User WHERE IsActive = true AND UserType = 'Standard'";
      const users = await query(user, `${active} ORDER BY Name LIMIT 500`);
      return users.map(({ Id, Name, Email }) => ({ id: Id, name: Name, email: Email ?? "" }));
    },

    async find({ email, phone, name }) {
      if (email === "" && (phone === "" || name === "")) return null;
      const isThis = email === "" ? `Phone = ${quoted(phone)} AND Name = ${quoted(name)}` : `Email = ${quoted(email)}`;
      // A converted lead only if there is no other, so that it isn't created again.
      const [lead] = await query(
        Found,
        `SELECT Id FROM Lead WHERE ${isThis} ORDER BY IsConverted, CreatedDate LIMIT 1`,
      );
      return lead?.Id ?? null;
    },

    async create(lead) {
      const { email, owner, name, company, phone } = lead;
      const json = {
        LastName: name || email || company || phone || "Unnamed lead",
        Company: company || NO_COMPANY,
        ...(await typedFields(lead, fields)),
        ...(email !== "" && { Email: email }),
        ...(owner !== null && { OwnerId: owner }),
      };
      const answer = await write(LEAD, "POST", json);
      if (isOk(answer)) return contentOf("salesforce", Created, answer).id;
      const duplicate = duplicateOf(answer);
      // A rule may find another person of the same name, whose email stays.
      const updated = duplicate === null ? null : await client.update(duplicate, { ...lead, email: "" });
      if (updated === null) throw failureOf(answer);
      return updated;
    },

    async update(id, lead) {
      const { email, owner } = lead;
      const json = {
        ...(await typedFields(lead, fields)),
        ...(email !== "" && { Email: email }),
        ...(owner !== null && { OwnerId: owner }),
      };
      const answer = await write(`${LEAD}/${encodeURIComponent(id)}`, "PATCH", json);
      if (answer.status === 404) return null;
      // It lives on as a contact, which sales maintain.
      if (hasCode(answer, "CANNOT_UPDATE_CONVERTED_LEAD")) return id;
      if (!isOk(answer)) throw failureOf(answer);
      return id;
    },
  };
  return client;
}

const Found = z.object({ Id: z.string() });

/** A SOQL string. */
function quoted(value: string): string {
  return `'${value.replaceAll(/[\\']/gu, (sign) => `\\${sign}`).replaceAll(/\s+/gu, " ")}'`;
}

function problemsOf({ body }: CrmAnswer): z.infer<typeof Problems> {
  return Problems.safeParse(body).data ?? [];
}

function hasCode(answer: CrmAnswer, code: string): boolean {
  return problemsOf(answer).some(({ errorCode }) => errorCode === code);
}

/** The lead that a duplicate rule found. */
function duplicateOf(answer: CrmAnswer): string | null {
  const records = problemsOf(answer)
    .flatMap(({ duplicateResut, duplicateResult }) => (duplicateResut ?? duplicateResult)?.matchResults ?? [])
    .flatMap(({ matchRecords }) => matchRecords.map(({ record }) => record));
  return records.find(({ attributes }) => attributes.type === "Lead")?.Id ?? null;
}

function failureOf(answer: CrmAnswer): CrmFailure {
  const said = problemsOf(answer)
    .map(({ message, errorCode }) =>
      // Only contacts and accounts: a lead would have been updated.
      errorCode === "DUPLICATES_DETECTED" ? `a duplicate rule found a contact: ${message}` : message,
    )
    .join("; ");
  // Neither reports a status.
  const status = hasCode(answer, "REQUEST_LIMIT_EXCEEDED")
    ? 429
    : hasCode(answer, "UNABLE_TO_LOCK_ROW")
      ? 503
      : answer.status;
  return crmFailure("salesforce", { ...answer, status }, said, { wait: HOUR });
}
