import { z } from "zod";
import { HOUR, MINUTE } from "#shared/durations.ts";
import {
  typedFields,
  type CrmClient,
  type CrmCredentials,
  type CrmDriver,
  type CrmField,
  type CrmLead,
} from "#server/delivery/crm/crm-client.ts";
import { CrmFailure } from "#server/delivery/crm/crm-failure.ts";
import {
  askCrm,
  contentOf,
  crmFailure,
  isOk,
  isSameName,
  quoted,
  type CrmAnswer,
  type CrmCall,
} from "#server/delivery/crm/crm-request.ts";
import { invalid } from "#server/platform/errors.ts";
import { text, type GuardedFetch } from "#server/platform/guarded-fetch.ts";

/** Pipedrive's person fields have no common way of writing; these have their own. */
const STANDARD: readonly CrmField[] = [
  { name: "name", label: "Name", isNumber: false },
  { name: "phones", label: "Phone", isNumber: false },
  { name: "org_id", label: "Organization", isNumber: false },
];
const JOB_TITLE = "job_title";
const TEXT_TYPES = ["varchar", "varchar_auto", "text"];
const NUMBER_TYPES = ["double", "int"];
const PAGE = 500;
/** More fields than any account has. */
const PAGES = 10;

const Id = z.number().int();
const Person = z.object({
  id: Id,
  org_id: Id.nullish(),
  emails: z.array(z.object({ value: z.string() })).nullish(),
  phones: z.array(z.object({ value: z.string() })).nullish(),
  is_deleted: z.boolean().nullish(),
});
const FoundPerson = z.object({
  id: Id,
  name: z.string().nullish(),
  emails: z.array(z.string()).nullish(),
});
const FoundOrganization = z.object({ id: Id, name: z.string().nullish() });
const Me = z.object({ company_id: Id, company_domain: z.string() });
const Field = z.object({
  field_code: z.string(),
  field_name: z.string(),
  field_type: z.string(),
  is_custom_field: z.boolean().nullish(),
});
const User = z.object({ id: Id, name: z.string(), email: z.string(), active_flag: z.boolean().nullish() });
const Problem = z.object({ error: z.string().nullish(), error_info: z.string().nullish() });

const answerWith = <T>(data: z.ZodType<T>) =>
  z.object({ data, additional_data: z.object({ next_cursor: z.string().nullish() }).nullish() });
const itemsOf = <T>(item: z.ZodType<T>) => z.object({ items: z.array(z.object({ item })) });

/** Pipedrive's persons and their organizations, with the API token of a user. */
export const PIPEDRIVE: CrmDriver = {
  site(typed) {
    const [, domain] = /^(?:https:\/\/)?([a-z\d-]+)(?:\.pipedrive\.com(?:\/.*)?)?$/iu.exec(typed.trim()) ?? [];
    if (domain === undefined) throw invalid("site", "Enter the company domain, such as acme for acme.pipedrive.com.");
    return domain.toLowerCase();
  },
  base: (site) => `https://${site}.pipedrive.com`,
  open: pipedriveClient,
};

/** Organizations created within the last minute, which searches find only once they are indexed. */
const created = new WeakMap<GuardedFetch, Set<{ base: string; name: string; id: number }>>();

function pipedriveClient(base: string, { secret }: CrmCredentials, outbound: GuardedFetch): CrmClient {
  const ask = (path: string, call: CrmCall = {}): Promise<CrmAnswer> =>
    askCrm(outbound, "pipedrive", base + path, { ...call, headers: { "x-api-token": secret } });

  async function pageOf<T>(schema: z.ZodType<T>, path: string, call?: CrmCall) {
    const answer = await ask(path, call);
    if (!isOk(answer)) throw failureOf(answer);
    return contentOf("pipedrive", answerWith(schema), answer);
  }

  async function ok<T>(schema: z.ZodType<T>, path: string, call?: CrmCall): Promise<T> {
    return (await pageOf(schema, path, call)).data;
  }

  /** Creates or updates a person. */
  async function write(path: string, method: "POST" | "PATCH", json: object): Promise<CrmAnswer> {
    const answer = await ask(path, { method, json });
    if (answer.status !== 403 || answer.body === null || !(JOB_TITLE in json)) return answer;
    const sentence = `Pipedrive refused the person${quoted(wordsOf(answer))}: turn on contact sync there, which job titles need, or choose other fields under Integrations.`;
    throw new CrmFailure("refused", sentence, answer.status);
  }

  async function search<T>(schema: z.ZodType<T>, noun: string, field: string, term: string): Promise<T[]> {
    const query = new URLSearchParams({ term, fields: field, exact_match: "true", limit: "100" });
    const { items } = await ok(itemsOf(schema), `/api/v2/${noun}/search?${query.toString()}`);
    return items.map(({ item }) => item);
  }

  async function fields(): Promise<CrmField[]> {
    const found: z.infer<typeof Field>[] = [];
    let cursor: string | null | undefined = "";
    for (let page = 0; page < PAGES && typeof cursor === "string"; page += 1) {
      const query = new URLSearchParams({ limit: String(PAGE), ...(cursor !== "" && { cursor }) });
      const { data, additional_data: more } = await pageOf(z.array(Field), `/api/v2/personFields?${query.toString()}`);
      found.push(...data);
      cursor = more?.next_cursor;
    }
    const own = found
      .filter(({ field_code: code, is_custom_field: isCustom }) => isCustom === true || code === JOB_TITLE)
      .filter(({ field_type: type }) => [...TEXT_TYPES, ...NUMBER_TYPES].includes(type))
      .map(({ field_code: name, field_name: label, field_type: type }) => ({
        name,
        label,
        isNumber: NUMBER_TYPES.includes(type),
      }));
    return [...STANDARD, ...own];
  }

  /** The organization of this name, created if there is none. */
  async function organization(name: string): Promise<number> {
    const found = await search(FoundOrganization, "organizations", "name", name);
    const recent = created.get(outbound) ?? new Set();
    const known =
      found.find((one) => isSameName(one.name ?? "", name)) ??
      [...recent].find((one) => one.base === base && isSameName(one.name, name));
    if (known !== undefined) return known.id;
    const { id } = await ok(z.object({ id: Id }), "/api/v2/organizations", { method: "POST", json: { name } });
    const one = { base, name, id };
    created.set(outbound, recent.add(one));
    setTimeout(() => recent.delete(one), MINUTE).unref();
    return id;
  }

  /** The person's fields. Addresses, numbers and the organization that sales added stay. */
  async function bodyOf(lead: CrmLead, known: z.infer<typeof Person> | null): Promise<object> {
    const { name, phones, org_id: company, [JOB_TITLE]: title, ...custom } = await typedFields(lead, fields);
    const emails = added(known?.emails, lead.email);
    const numbers = added(known?.phones, String(phones ?? ""));
    const orgId = company === undefined || known?.org_id != null ? null : await organization(String(company));
    return {
      ...(name !== undefined && { name }),
      ...(emails !== null && { emails }),
      ...(numbers !== null && { phones: numbers }),
      ...(orgId !== null && { org_id: orgId }),
      ...(title !== undefined && { [JOB_TITLE]: title }),
      ...(lead.owner !== null && { owner_id: Number(lead.owner) }),
      ...(Object.keys(custom).length > 0 && { custom_fields: custom }),
    };
  }

  return {
    fields,

    async account() {
      const { company_id: id, company_domain: domain } = await ok(Me, "/api/v1/users/me");
      const host = `${domain}.pipedrive.com`;
      return { id: `pipedrive:${id}`, name: host, link: `https://${host}/person/{id}` };
    },

    async owners() {
      const users = await ok(z.array(User), "/api/v1/users");
      return users
        .filter(({ active_flag: isActive }) => isActive !== false)
        .map(({ id, name, email }) => ({ id: String(id), name, email }));
    },

    async find({ email, phone, name }) {
      if (email === "" && phone === "") return null;
      const [field, term] = email === "" ? ["phone", phone] : ["email", email];
      const persons = await search(FoundPerson, "persons", field, term);
      const known = persons.find((person) =>
        email === ""
          ? isSameName(person.name ?? "", name)
          : person.emails?.some((one) => one.toLowerCase() === email.toLowerCase()),
      );
      return known === undefined ? null : String(known.id);
    },

    async create(lead) {
      const name = lead.name || lead.email || lead.company || lead.phone || "Unnamed lead";
      const json = { name, ...(await bodyOf(lead, null)) };
      const answer = await write("/api/v2/persons", "POST", json);
      if (!isOk(answer)) throw failureOf(answer);
      return String(contentOf("pipedrive", answerWith(Person), answer).data.id);
    },

    async update(id, lead) {
      const path = `/api/v2/persons/${encodeURIComponent(id)}`;
      const read = await ask(path);
      if (read.status === 404 || read.status === 410) return null;
      if (!isOk(read)) throw failureOf(read);
      const person = contentOf("pipedrive", answerWith(Person), read).data;
      if (person.is_deleted === true) return null;
      const answer = await write(path, "PATCH", await bodyOf(lead, person));
      if (answer.status === 404 || answer.status === 410) return null;
      if (!isOk(answer)) throw failureOf(answer);
      return String(contentOf("pipedrive", answerWith(Person), answer).data.id);
    },
  };
}

/** The values with a new one, which is the first one's only if there was none; null if nothing changes. */
function added(known: readonly { value: string }[] | null | undefined, value: string): object[] | null {
  const others = (known ?? []).filter((one) => one.value !== "");
  if (value === "" || others.some((one) => one.value.toLowerCase() === value.toLowerCase())) return null;
  return [...others, { value, primary: others.length === 0, label: "work" }];
}

function wordsOf({ body }: CrmAnswer): string {
  const { error, error_info: info } = Problem.safeParse(body).data ?? {};
  return error ?? info ?? "";
}

function failureOf(answer: CrmAnswer): CrmFailure {
  // Cloudflare's page, for those who keep asking.
  const isBlocked = answer.status === 403 && answer.body === null;
  if (isBlocked) return crmFailure("pipedrive", { ...answer, status: 429 }, "", { wait: HOUR });
  // The end of a burst's window, even once the budget of the day is used up.
  const seconds = Number(text(answer.headers["x-ratelimit-reset"]) || "60");
  const burst = Number.isFinite(seconds) ? Math.max(seconds, 1) * 1_000 : MINUTE;
  const isSpent = text(answer.headers["x-daily-ratelimit-token-remaining"]) === "0";
  return crmFailure("pipedrive", answer, wordsOf(answer), { wait: isSpent ? HOUR : burst });
}
