import type { NewSupportRequest } from "#shared/contract/support-request.ts";
import type { Engine } from "#server/store/engine.ts";
import { recordTable } from "#server/store/record-table.ts";

export interface SupportRequestRecord extends NewSupportRequest {
  id: string;
  /** Whether a mail server took it. */
  mailed: boolean;
  /** What the person was told became of it; empty until that is known. */
  outcome: string;
  createdAt: string;
}

/** What people asked for help with, kept whether it could be mailed or not. */
export interface SupportRequestStore {
  list(): Promise<SupportRequestRecord[]>;
  create(request: Omit<SupportRequestRecord, "id">): Promise<SupportRequestRecord>;
  /** Says what became of a request. */
  finish(id: string, outcome: Pick<SupportRequestRecord, "mailed" | "outcome">): Promise<void>;
}

export function supportRequestStore(engine: Engine): SupportRequestStore {
  const requests = recordTable<SupportRequestRecord>("support_requests", {
    name: { column: "name", kind: "plain" },
    email: { column: "email", kind: "plain" },
    message: { column: "message", kind: "plain" },
    mailed: { column: "mailed", kind: "flag" },
    outcome: { column: "outcome", kind: "plain" },
    createdAt: { column: "created_at", kind: "plain" },
  });
  return {
    list: () => engine.run(() => requests.list()),
    create: (request) => engine.transact(() => requests.create(request)),
    finish: async (id, outcome) => {
      await engine.transact(() => requests.update(id, outcome));
    },
  };
}
