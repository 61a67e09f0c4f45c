import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/store/migrations/dialect.ts";

/** The indexes on `lead_id` hold few rows of what an import writes: for a lead that it creates it keeps no values. */
function tables({ key, end }: Dialect): string {
  return `
create index leads_untouched on leads (updated_at, id) where status <> 'approved';

create table removal_notices (
  at ${key} primary key,
  retention_days integer not null
) ${end};

create index import_changes_lead on import_changes (lead_id) where undo is not null;
create index form_submissions_lead on form_submissions (lead_id) where lead_id is not null;
create index processed_emails_lead on processed_emails (lead_id) where lead_id is not null;

alter table mailbox_config add column messages_waiting integer not null default 0;
`;
}

/** Old leads, found by when something last happened to them, and what a limited sync of the mailbox left over. */
export const retention: Migration = { name: "retention", sqlite: tables(SQLITE), postgres: tables(POSTGRES) };
