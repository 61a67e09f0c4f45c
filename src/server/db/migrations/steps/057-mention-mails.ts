import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/db/migrations/dialect.ts";

function steps({ flag }: Dialect): string {
  return `
alter table digest_settings add column mentions ${flag} not null default true;
`;
}

/** Whether a person gets an email when a comment mentions them. */
export const mentionMails: Migration = { name: "mention-mails", sqlite: steps(SQLITE), postgres: steps(POSTGRES) };
