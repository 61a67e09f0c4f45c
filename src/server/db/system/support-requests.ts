import type { NewSupportRequest } from "#shared/contract/support-request.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { recordStore, recordTable } from "#server/db/engine/record-table.ts";
import { type RecordsTable, stored } from "#server/db/engine/table.ts";

export interface SupportRequestRecord extends NewSupportRequest {
  id: string;
  /** Whether a mail server accepted it. */
  mailed: boolean;
  /** The outcome shown to the person; empty until it is known. */
  outcome: string;
  createdAt: string;
}

export const SUPPORT_REQUESTS: RecordsTable<SupportRequestRecord> = {
  name: "support_requests",
  fields: {
    name: stored.plain(),
    email: stored.plain(),
    message: stored.plain(),
    mailed: stored.flag(),
    outcome: stored.plain(),
    createdAt: stored.plain(),
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
};

/** Support requests, stored whether or not they could be emailed. */
export function supportRequestStore(engine: Engine) {
  return recordStore(engine, recordTable(SUPPORT_REQUESTS));
}
