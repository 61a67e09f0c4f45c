import type { Migration } from "#server/store/migrations/dialect.ts";

const columns = `
alter table rules add column mode text not null default 'words';
alter table rules add column fields text not null default '[]';
alter table rules add column counting text not null default 'each';
alter table rules add column half_life_days integer;
alter table rules add column note text not null default '';
`;

/** How a rule looks for its keywords, where, and what each is worth. */
export const ruleReach: Migration = { name: "rule-reach", sqlite: columns, postgres: columns };
