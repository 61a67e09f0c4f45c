import type { Migration } from "#server/store/migrations/dialect.ts";

const column = "alter table mailbox_folders add column reading_since text;";

/** How far back a folder's first look goes, kept until that look has reached the folder's end. */
export const firstLooks: Migration = { name: "first-looks", sqlite: column, postgres: column };
