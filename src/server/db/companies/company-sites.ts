import type { CompanyFact, CompanySite } from "#shared/contract/leads/company-site.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { changeMany, type ActionProgress, type EntryOf } from "#server/db/lead-changes/bulk-change.ts";
import { passable } from "#server/db/leads/lead-walk.ts";
import { followRules, type Scored } from "#server/db/rules/rescore-wanted.ts";
import { all, allIds, countRows, first, run, sql, type Sql } from "#server/db/engine/sql.ts";
import { type RecordOf, rowCodec, stored, type StoredRow, type Table } from "#server/db/engine/table.ts";

export const COMPANY_SITES: Table = {
  name: "company_sites",
  // What the public website of a company says.
  seen: "all",
  backup: "all",
  people: {
    kind: "Company websites",
    key: ["domain"],
    domain: "domain",
    texts: ["facts"],
    ofPerson: "delete",
    mentioning: "redact",
  },
};

export const COMPANY_SITE_WALK: Table = { name: "company_site_walk", backup: "all", people: { none: "numbers" } };

const SITE_CODEC = rowCodec({
  domain: stored.plain<string>(),
  state: stored.plain<CompanySite["state"]>(),
  /** When it is read next; empty when a person asked for it, null for never. */
  due: stored.plain<string | null>(),
  /** Attempts since it was last read. */
  tries: stored.plain<number>(),
  readAt: stored.plain<string | null>(),
  failure: stored.plain<string>(),
  facts: stored.json<CompanyFact[]>(),
});

/** A company's website and what was read from it. */
export type CompanySiteRecord = RecordOf<typeof SITE_CODEC>;

/** Leads of a company after `from` whose empty fields may be filled. */
export interface UnfilledLeads extends Pick<CompanySiteRecord, "domain" | "facts"> {
  from: string;
}

export function companySiteStore(engine: Engine) {
  const site = async (where: Sql): Promise<CompanySiteRecord | null> => {
    const row = await engine.run(() => first(sql<StoredRow>`select * from company_sites ${where} limit 1`));
    return row === null ? null : SITE_CODEC.toRecord(row);
  };

  return {
    /** Of the next `limit` work domains of leads after `after`, those without a row; `last` is where to continue. */
    unknown: (after: string, limit: number) =>
      engine.run(function* () {
        // Steps from domain to domain in the index instead of reading every lead.
        const rows = yield* all(sql<{ domain: string | null; known: string | null }>`
          with recursive found (domain, place) as (
            select (select min(email_domain) from leads where email_domain > ${after}), 1
            union all
            select (select min(email_domain) from leads where email_domain > found.domain), place + 1
            from found where found.domain is not null and place < ${limit}
          )
          select found.domain as domain, company_sites.domain as known
          from found left join company_sites on company_sites.domain = found.domain order by place`);
        const domains = rows.flatMap(({ domain, known }) => (domain === null || known !== null ? [] : [domain]));
        return { domains, last: rows.length < limit ? null : (rows.at(-1)?.domain ?? null) };
      }),

    /** Adds domains that aren't known yet, to be read at this time. */
    add: (domains: readonly string[], due: string) =>
      engine.transact(() =>
        engine.sql.insertMany(
          "company_sites",
          domains.map((domain) => ({ domain, state: "waiting", due })),
          "on conflict (domain) do nothing",
        ),
      ),

    /** Has a domain read before all others. */
    request: (domain: string) =>
      engine.transact(() =>
        engine.sql.insertMany(
          "company_sites",
          [{ domain, state: "reading", due: "" }],
          "on conflict (domain) do update set state = excluded.state, due = excluded.due, tries = 0",
        ),
      ),

    get: (domain: string) => site(sql`where domain = ${domain}`),
    /** When the next one is due, as of `due`; null without any. */
    nextDue: (at: string) => site(sql`where due <= ${at} order by due`),

    /** How many were requested since this time. */
    askedSince: (at: string) => engine.run(() => countRows(sql`from company_sites where asked_at >= ${at}`)),

    /** Counts an attempt; if it never ends, the next one is due at `due`; null for none. */
    begin: (domain: string, at: string, due: string | null) =>
      engine.transact(() =>
        run(sql`
          update company_sites set state = 'reading', asked_at = ${at}, due = ${due}, tries = tries + 1
          where domain = ${domain}`),
      ),

    /** Stores the result of an attempt. With `fills`, leads' empty fields are filled from it. */
    end: (
      domain: string,
      result: Pick<CompanySiteRecord, "state" | "failure" | "due"> &
        Partial<Pick<CompanySiteRecord, "readAt" | "facts">>,
      { fills }: { fills: boolean },
    ) => {
      const { state, failure, due, readAt, facts } = result;
      return engine.transact(() =>
        run(sql`
          update company_sites set state = ${state}, failure = ${failure}, due = ${due}
            ${readAt === undefined ? sql`` : sql`, read_at = ${readAt}, tries = 0`}
            ${facts === undefined ? sql`` : sql`, facts = ${JSON.stringify(facts)}`}
            ${fills ? sql`, fill_from = 0` : sql``}
          where domain = ${domain}`),
      );
    },

    /**
     * Has the next leads added since the last call, and no later than `until`, filled from what is known about their
     * company; returns how many.
     */
    walkNewLeads: (until: string, limit: number) =>
      engine.transact(function* () {
        yield* run(sql`
          insert into company_site_walk (id, last_lead_id) select 1, coalesce(max(id), 0) from leads
          where true on conflict (id) do nothing`);
        const walk = yield* first(sql<{ last_lead_id: string | number }>`select last_lead_id from company_site_walk`);
        const rows = yield* all(sql<{ id: string | number; email_domain: string | null; created_at: string }>`
          select id, email_domain, created_at from leads where id > ${walk?.last_lead_id ?? 0} order by id limit ${limit}`);
        const passed = passable(rows, until);
        const [earliest, latest] = [passed[0], passed.at(-1)];
        if (earliest === undefined || latest === undefined) return 0;
        const domains = [...new Set(passed.flatMap(({ email_domain: domain }) => domain ?? []))];
        const from = Number(earliest.id) - 1;
        yield* run(sql`
          update company_sites set fill_from = ${from}
          where ${engine.sql.isOneOf("domain", domains)} and facts <> '[]' and fill_from is null`);
        yield* run(sql`update company_site_walk set last_lead_id = ${latest.id}`);
        return passed.length;
      }),

    /** A company with leads to fill. */
    unfilled: () =>
      engine.run(function* () {
        const row = yield* first(sql<StoredRow & { fill_from: string | number }>`
          select * from company_sites where fill_from is not null order by domain limit 1`);
        return row === null ? null : { ...SITE_CODEC.toRecord(row), from: String(row.fill_from) };
      }),

    /** Fills the next `limit` leads as one action with those so far, and remembers where to go on. */
    fill: (
      { domain, from }: UnfilledLeads,
      limit: number,
      decide: (lead: StoredLead) => StoredLead | null,
      { soFar, entryOf, ...scored }: { soFar: ActionProgress; entryOf: EntryOf } & Required<Scored>,
    ) =>
      engine.transact(function* () {
        const ids = yield* allIds(sql`
          select id from leads where email_domain = ${domain} and id > ${from} and (company = '' or industry = '')
          order by id limit ${limit}`);
        const { act, changed } = yield* changeMany(engine, ids, decide, soFar, entryOf);
        const last = ids.length < limit ? null : (ids.at(-1) ?? null);
        yield* run(sql`update company_sites set fill_from = ${last} where domain = ${domain} and fill_from = ${from}`);
        yield* followRules(engine, scored);
        return { act, leadIds: changed, isDone: last === null };
      }),

    /** Deletes what is stored about companies without leads. */
    forgetGone: () =>
      engine.transact(() =>
        run(sql`
          delete from company_sites where not exists (select 1 from leads where leads.email_domain = company_sites.domain)`),
      ),
  };
}
