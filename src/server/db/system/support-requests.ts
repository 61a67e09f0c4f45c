import type { Engine } from "#server/db/engine/engine.ts";
import { recordStore, recordTable } from "#server/db/engine/record-table.ts";
import { recordsTable, stored } from "#server/db/engine/table.ts";

export const SUPPORT_REQUESTS = recordsTable({
  name: "support_requests",
  fields: {
    name: stored.plain<string>(),
    email: stored.plain<string>(),
    message: stored.plain<string>(),
    /** Whether a mail server accepted it. */
    mailed: stored.flag(),
    /** The outcome shown to the person; empty until it is known. */
    outcome: stored.plain<string>(),
    createdAt: stored.plain<string>(),
  },
  backup: "all",
  seen: "none",
  people: {
    kind: "Support requests",
    key: ["id"],
    own: "email",
    texts: ["email", "name", "message", "outcome"],
    ofPerson: "delete",
    mentioning: "redact",
  },
});

/** Support requests, stored whether or not they could be emailed. */
export function supportRequestStore(engine: Engine) {
  return recordStore(engine, recordTable(SUPPORT_REQUESTS));
}
