import { z } from "zod";
import { HOUR } from "#shared/durations.ts";
import type { CrmClient, CrmCredentials, CrmDriver, CrmLead } from "#server/delivery/crm/crm-client.ts";
import type { CrmFailure } from "#server/delivery/crm/crm-failure.ts";
import {
  askCrm,
  contentOf,
  crmFailure,
  isOk,
  isSameName,
  type CrmAnswer,
  type CrmCall,
} from "#server/delivery/crm/crm-request.ts";
import type { GuardedFetch } from "#server/platform/guarded-fetch.ts";

const CONTACTS = "/crm/v3/objects/contacts";
const OWNER = "hubspot_owner_id";
/** Without a Retry-After header: the ten-second window, or some of the day. */
const BURST_MILLISECONDS = 10_000;

/** How HubSpot lists the properties that it refuses. */
const INVALID = /^Property values were not valid: (?<list>\[.*\])$/su;
const Refused = z.array(z.object({ message: z.string(), name: z.string().default("") }));

const Contact = z.object({ id: z.string(), properties: z.record(z.string(), z.string().nullish()).default({}) });
const Found = z.object({ results: z.array(Contact) });
const Details = z.object({ portalId: z.number(), uiDomain: z.string() });
const Properties = z.object({
  results: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      type: z.string(),
      hidden: z.boolean().default(false),
      calculated: z.boolean().default(false),
      modificationMetadata: z.object({ readOnlyValue: z.boolean().default(false) }).optional(),
    }),
  ),
});
const Owners = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      email: z.string().nullish(),
      firstName: z.string().nullish(),
      lastName: z.string().nullish(),
    }),
  ),
});
const Problem = z.object({
  message: z.string().default(""),
  policyName: z.string().optional(),
  errors: z
    .array(z.object({ context: z.object({ requiredGranularScopes: z.array(z.string()).optional() }).optional() }))
    .optional(),
});
/** A batch's answer to a contact that it refuses, with a status of 207. */
const RefusedInBatch = z.object({ errors: z.tuple([z.looseObject({ category: z.string() })], z.unknown()) });

/** HubSpot's contacts, with a service key or the token of a private app. */
export const HUBSPOT: CrmDriver = {
  site: () => "",
  base: () => "https://api.hubapi.com",
  open: hubspotClient,
};

function hubspotClient(base: string, { secret }: CrmCredentials, outbound: GuardedFetch): CrmClient {
  const ask = (path: string, call: CrmCall = {}): Promise<CrmAnswer> =>
    askCrm(outbound, "hubspot", base + path, { ...call, headers: { authorization: `Bearer ${secret}` } });

  async function ok<T>(schema: z.ZodType<T>, path: string, call?: CrmCall): Promise<T> {
    const answer = await ask(path, call);
    if (!isOk(answer)) throw failureOf(answer);
    return contentOf("hubspot", schema, answer);
  }

  /** Follows a conflict to the contact that already has the email, whose main address stays. */
  async function updateOwnerOfEmail(answer: CrmAnswer, lead: CrmLead): Promise<string> {
    const [, existing] = /Existing ID: (\d+)/u.exec(problemOf(answer).message) ?? [];
    if (answer.status !== 409 || existing === undefined) throw failureOf(answer);
    const path = `${CONTACTS}/${existing}`;
    return (await ok(Contact, path, { method: "PATCH", json: { properties: propertiesOf({ ...lead, email: "" }) } }))
      .id;
  }

  return {
    async account() {
      const { portalId, uiDomain } = await ok(Details, "/account-info/v3/details");
      return {
        id: `hubspot:${portalId}`,
        name: `HubSpot account ${portalId}`,
        link: `https://${uiDomain}/contacts/${portalId}/record/0-1/{id}`,
      };
    },

    async fields() {
      const { results } = await ok(Properties, "/crm/v3/properties/contacts");
      return results
        .filter(({ type }) => ["string", "number", "phone_number"].includes(type))
        .filter(
          ({ hidden, calculated, modificationMetadata: by }) => !hidden && !calculated && by?.readOnlyValue !== true,
        )
        .filter(({ name }) => name !== "email" && name !== OWNER)
        .map(({ name, label, type }) => ({ name, label, isNumber: type === "number" }));
    },

    async owners() {
      const { results } = await ok(Owners, "/crm/v3/owners?limit=500");
      return results.map(({ id, email, firstName, lastName }) => ({
        id,
        name: [firstName, lastName].filter(Boolean).join(" ") || email || id,
        email: email ?? "",
      }));
    },

    async find({ email, phone, name }) {
      // Contacts with an email are created by an upsert.
      if (email !== "" || phone === "") return null;
      const filters = [{ propertyName: "phone", operator: "EQ", value: phone }];
      const json = { filterGroups: [{ filters }], properties: ["firstname", "lastname", "email"], limit: 100 };
      const { results } = await ok(Found, `${CONTACTS}/search`, { method: "POST", json });
      const known = results.find(({ properties: { firstname, lastname } }) =>
        isSameName(name, [firstname, lastname].filter(Boolean).join(" ")),
      );
      return known?.id ?? null;
    },

    async create(lead) {
      const properties = propertiesOf(lead);
      const inputs = [{ id: lead.email, idProperty: "email", properties }];
      const answer =
        lead.email === ""
          ? await ask(CONTACTS, { method: "POST", json: { properties } })
          : await ask(`${CONTACTS}/batch/upsert`, { method: "POST", json: { inputs } });
      if (!isOk(answer)) return updateOwnerOfEmail(answer, lead);
      if (lead.email === "") return contentOf("hubspot", Contact, answer).id;
      const [contact] = contentOf("hubspot", Found, answer).results;
      return contact?.id ?? updateOwnerOfEmail(refusedInBatch(answer), lead);
    },

    async update(id, lead) {
      const path = `${CONTACTS}/${encodeURIComponent(id)}`;
      const answer = await ask(path, { method: "PATCH", json: { properties: propertiesOf(lead) } });
      if (answer.status === 404) return null;
      if (!isOk(answer)) return updateOwnerOfEmail(answer, lead);
      return contentOf("hubspot", Contact, answer).id;
    },
  };
}

function propertiesOf({ email, fields, owner }: CrmLead): Record<string, string> {
  const texts = Object.entries(fields).map(([name, value]) => [name, String(value)] as const);
  return { ...Object.fromEntries(texts), ...(email !== "" && { email }), ...(owner !== null && { [OWNER]: owner }) };
}

function problemOf({ body }: CrmAnswer): z.infer<typeof Problem> {
  return Problem.safeParse(body).data ?? { message: "" };
}

/** The answer as it would be without a batch. */
function refusedInBatch(answer: CrmAnswer): CrmAnswer {
  const body = RefusedInBatch.safeParse(answer.body).data?.errors[0];
  if (body === undefined) return { ...answer, status: 502 };
  return { ...answer, body, status: body.category === "CONFLICT" ? 409 : 400 };
}

function failureOf(answer: CrmAnswer): CrmFailure {
  const { message, policyName, errors = [] } = problemOf(answer);
  const said = message.replace(INVALID, (_all, list: string) => invalidProperties(list));
  const scope = errors.flatMap(({ context }) => context?.requiredGranularScopes ?? []).join(", ");
  return crmFailure("hubspot", answer, scope === "" ? said : "", {
    ...(scope !== "" && { scope }),
    wait: policyName === "DAILY" ? HOUR : BURST_MILLISECONDS,
  });
}

/** The sentences in HubSpot's list of properties, some of which don't name theirs. */
function invalidProperties(list: string): string {
  try {
    return Refused.parse(JSON.parse(list))
      .map(({ message, name }) => (name === "" || message.includes(name) ? message : `${name}: ${message}`))
      .join("; ");
  } catch {
    return list;
  }
}
