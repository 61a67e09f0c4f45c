import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/db/migrations/dialect.ts";

// Few leads have a next step, so the indexes cost the others nothing.
function steps({ key, thenId }: Dialect): string {
  return `
alter table leads add column next_step text not null default 'null';
alter table leads add column next_step_due ${key};
alter table leads add column next_step_remind_at ${key};
create index leads_next_step on leads (next_step_due${thenId}) where next_step_due is not null;
create index leads_remind_at on leads (next_step_remind_at${thenId}) where next_step_remind_at is not null;
`;
}

/** A lead's next step as JSON, the day and time it is due, and when to remind of it. */
export const nextSteps: Migration = { name: "next-steps", sqlite: steps(SQLITE), postgres: steps(POSTGRES) };
