import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/db/migrations/dialect.ts";

function steps({ end }: Dialect): string {
  return `
alter table processed_emails add column model_reading text;
alter table processed_emails add column model_tries integer not null default 0;

-- How many requests went to the language model on a day of UTC, and until when it asked not to get any.
create table language_model_use (
  id integer primary key check (id = 1),
  day text not null,
  requests integer not null,
  paused_until text
) ${end};
`;
}

/** The language model's results for messages, and the number of requests all processes sent it today. */
export const modelReadings: Migration = { name: "model-readings", sqlite: steps(SQLITE), postgres: steps(POSTGRES) };
