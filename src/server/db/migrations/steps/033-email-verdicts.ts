import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/db/migrations/dialect.ts";

function steps({ key, thenId }: Dialect): string {
  return `
alter table processed_emails add column verdict ${key} not null default 'not_lead';
update processed_emails set verdict = 'lead' where is_lead;
alter table processed_emails drop column is_lead;
create index processed_emails_verdict on processed_emails (verdict${thenId});
`;
}

/** Classifies a message as a lead, needs review or not a lead, instead of lead or not. */
export const emailVerdicts: Migration = {
  name: "email-verdicts",
  sqlite: steps(SQLITE),
  postgres: steps(POSTGRES),
};
