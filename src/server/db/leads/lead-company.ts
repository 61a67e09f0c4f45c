import { domainToASCII } from "node:url";
import type { LeadStatus } from "#shared/lead-status.ts";
import { LIMITS } from "#shared/limits.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import type { Fact } from "#shared/raw-lead.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { fromStored } from "#server/db/engine/stored-text.ts";
import { all, sql, type Sql } from "#server/db/engine/sql.ts";
import { sortKeyOf } from "#server/db/leads/search-text.ts";

/** Leads by work domain, or by company name; each has its index. */
export interface CompanyChoice {
  column: "email_domain" | "company_key";
  value: string;
}

/** A lead as its company's overview needs it. */
export type CompanyLead = Pick<
  StoredLead,
  "id" | "name" | "email" | "title" | "company" | "industry" | "scrapeUrl" | "status" | "score" | "facts"
>;

/** The domain of a company's key, in ASCII like those of email keys. */
export function domainOfKey(key: string): string {
  return domainToASCII(key.slice(1)) || key.slice(1).toLowerCase();
}

/** The leads that a company's key means. */
export function companyChoiceOf(key: string): CompanyChoice {
  return key.startsWith("@")
    ? { column: "email_domain", value: domainOfKey(key) }
    : { column: "company_key", value: sortKeyOf(key) };
}

/** A company's leads. Bounded, because a domain may have any number of them. */
export function leadCompany(engine: Engine) {
  const some = (key: string, limit: number): Sql => {
    const { column, value } = companyChoiceOf(key);
    return sql`select * from leads where ${sql.raw(column)} = ${value} limit ${limit}`;
  };
  return {
    /** The company's leads by status with their best score, of at most so many leads. */
    companyTotals: (key: string, upTo: number) =>
      engine.run(function* () {
        const rows = yield* all(
          sql<{ status: LeadStatus; count: number | string; best: number }>`
            select status, count(*) as count, max(score) as best from (${some(key, upTo)}) l group by status`,
        );
        return rows.map((row) => ({ ...row, count: Number(row.count) }));
      }),

    /** The best leads of a company; of a large one, the best of those counted. */
    companyLeads: (key: string, limit: number) =>
      engine.run(function* () {
        const ids = sql`select id from (${some(key, LIMITS.list.exactCountUpTo)}) l order by score desc, id desc limit ${limit}`;
        const rows = yield* all(
          sql<Omit<CompanyLead, "id" | "facts"> & { id: string | number; facts: string }>`
            select id, name, email, title, company, industry, scrape_url as "scrapeUrl", status, score, facts
            from leads where id in (${ids}) order by score desc, id desc`,
        );
        return rows.map((row) => ({
          ...row,
          id: String(row.id),
          facts: JSON.parse(fromStored(row.facts)) as Fact[],
        }));
      }),
  };
}
