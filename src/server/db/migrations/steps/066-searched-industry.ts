import type { Migration } from "#server/db/migrations/dialect.ts";

/** Industries are searched too: `fillSearchTexts` writes the texts of earlier leads again. */
const AGAIN = "update lead_search set words = null where id in (select id from leads where industry <> '');";

export const searchedIndustry: Migration = { name: "searched-industry", sqlite: AGAIN, postgres: AGAIN };
