import type { Migration } from "#server/db/migrations/dialect.ts";

/** The MCP tools an API token is limited to, as JSON; null without that limit. */
const COLUMN = "alter table api_tokens add column tools text;";

export const tokenTools: Migration = { name: "token-tools", sqlite: COLUMN, postgres: COLUMN };
