import type { StoredLead } from "#shared/lead-record.ts";
import type { WorkRunner } from "#server/db/engine/engine.ts";
import { leadOfRow, type Row } from "#server/db/leads/lead-columns.ts";
import type { PersonKey } from "#server/db/erasure/erased-keys.ts";
import { personMarks, type PersonMarks } from "#server/db/erasure/person-marks.ts";
import { all, allIds, sql, type Work } from "#server/db/engine/sql.ts";

/** All stored identifiers of a person with an email address. */
export interface PersonIdentity {
  readonly emailKey: string;
  /** Their existing leads. A lead with the address only among its other values belongs to someone else. */
  readonly leads: readonly StoredLead[];
  /** Ids of those leads, of leads merged into them, and of deleted leads with the address. */
  readonly leadIds: readonly string[];
  /** All keys that ever identified them, the address first. */
  readonly keys: readonly [PersonKey, ...PersonKey[]];
  /** Email domains of those leads that no other lead has. */
  readonly domains: readonly string[];
  readonly marks: PersonMarks;
  /** Full names, to search the history for. */
  readonly names: readonly string[];
}

/** Shorter names are likely to match unrelated words. */
const SHORTEST_NAME = 5;

/** Finds who has this normalized address: by their lead, a lead merged into another, or a deleted one. */
export function* identify(engine: WorkRunner, emailKey: string): Work<PersonIdentity> {
  const { isOneOf } = engine.sql;
  const leads = (yield* all(
    sql<Row>`select * from leads where email_key = ${emailKey}
      or id in (select lead_id from lead_aliases where email_key = ${emailKey}) order by id`,
  )).map(leadOfRow);
  const gone = yield* allIds(
    sql`select lead_id from tombstones where kind = 'email' and source_id = 0 and key = ${emailKey}`,
  );
  const known = [...new Set([...leads.map(({ id }) => id), ...gone])];
  const aliases = yield* all(
    sql<{ old_id: string | number; email_key: string | null; phone_key: string | null }>`
      select old_id, email_key, phone_key from lead_aliases where ${isOneOf("lead_id", known)}`,
  );
  const leadIds = [...new Set([...known, ...aliases.map(({ old_id }) => String(old_id))])];
  const rows = yield* all(
    sql<{ kind: "email" | "phone" | "row"; source_id: string | number; key: string }>`
      select 'row' as kind, source_id, row_key as key from source_rows where ${isOneOf("lead_id", leadIds)}
      union select kind, source_id, key from tombstones where ${isOneOf("lead_id", leadIds)}`,
  );
  const emails = [...leads.map((lead) => lead.emailKey), ...aliases.map(({ email_key }) => email_key)];
  const phones = [...leads.map((lead) => lead.phoneKey), ...aliases.map(({ phone_key }) => phone_key)];
  const others = yield* othersOf(engine, leads);
  const keys: PersonIdentity["keys"] = [
    { kind: "email", key: emailKey },
    ...others.map((address) => ({ kind: "email" as const, key: address.toLowerCase() })),
    ...emails.flatMap((key) => (key === null ? [] : [{ kind: "email" as const, key }])),
    ...phones.flatMap((key) => (key === null ? [] : [{ kind: "phone" as const, key }])),
    ...rows.map(({ kind, source_id, key }) =>
      kind === "row" ? { kind, sourceId: String(source_id), key } : { kind, key },
    ),
  ];
  const own = keys.flatMap((one) => (one.kind === "email" ? [one.key] : []));
  const written = leads.flatMap(({ email }) => (email === "" ? [] : [email]));
  return {
    emailKey,
    leads,
    leadIds,
    keys,
    domains: yield* domainsOf(engine, known),
    marks: personMarks([...new Set([...own, ...written])]),
    names: [...new Set(leads.map(({ name }) => name.trim()))].filter(
      (name) => name.length >= SHORTEST_NAME && /\s/u.test(name),
    ),
  };
}

function* domainsOf(engine: WorkRunner, leadIds: readonly string[]): Work<string[]> {
  const isTheirs = engine.sql.isOneOf("id", leadIds);
  const rows = yield* all(sql<{ domain: string }>`
    select distinct email_domain as domain from leads theirs where email_domain is not null and ${isTheirs}
      and not exists (select 1 from leads others where others.email_domain = theirs.email_domain and not (${isTheirs}))`);
  return rows.map(({ domain }) => domain);
}

/** Other addresses of the leads, except those that another lead owns. */
function* othersOf(engine: WorkRunner, leads: readonly StoredLead[]): Work<string[]> {
  const seen = leads.flatMap(({ otherValues }) =>
    (otherValues ?? []).flatMap(({ field, value }) => (field === "email" && value.includes("@") ? [value] : [])),
  );
  const ids = new Set(leads.map(({ id }) => id));
  const keys = seen.map((address) => address.toLowerCase());
  const owners = yield* all(
    sql<{ id: string | number; email_key: string }>`
      select id, email_key from leads where ${engine.sql.isOneOf("email_key", keys)}`,
  );
  const taken = new Set(owners.filter(({ id }) => !ids.has(String(id))).map(({ email_key }) => email_key));
  return seen.filter((address) => !taken.has(address.toLowerCase()));
}
