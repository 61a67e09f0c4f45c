import type { Migration } from "#server/store/migrations/dialect.ts";

const sql = `
alter table email_settings add column scheduled_since text not null default '';
update email_settings set scheduled_since = created_at;
`;

/** From when on scheduled reports are due: a schedule that was changed owes none for the time before. */
export const reportSchedule: Migration = { name: "report-schedule", sqlite: sql, postgres: sql };
