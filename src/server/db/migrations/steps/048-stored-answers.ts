import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/db/migrations/dialect.ts";

function steps({ key, endKeyed }: Dialect): string {
  return `
create table stored_answers (
  key ${key} primary key,
  request text not null,
  answer text not null,
  created_at ${key} not null
) ${endKeyed};
create index stored_answers_age on stored_answers (created_at);
`;
}

/** Answers to requests with an idempotency key, for requests that are sent again. */
export const storedAnswers: Migration = {
  name: "stored-answers",
  sqlite: steps(SQLITE),
  postgres: steps(POSTGRES),
};
