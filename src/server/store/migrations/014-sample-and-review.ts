import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/store/migrations/dialect.ts";

/** Both engines walk an index from either end, so this one also gives the best first. */
function tables({ ref, endKeyed, thenId }: Dialect): string {
  return `
create table sample_rules (
  rule_id ${ref} not null primary key
) ${endKeyed};

create index leads_to_review on leads (score${thenId}) where status = 'qualified' and status_set_by = 'rule';
`;
}

/** Which rules came with the sample, and the leads that rules have qualified and no person has looked at. */
export const sampleAndReview: Migration = {
  name: "sample-and-review",
  sqlite: tables(SQLITE),
  postgres: tables(POSTGRES),
};
