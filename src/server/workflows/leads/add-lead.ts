import { randomUUID } from "node:crypto";
import type { NewLead } from "#shared/contract/lead.ts";
import { ERASED_REASON } from "#shared/erased-person.ts";
import { LEAD_TEXT_FIELDS, type RawLead } from "#shared/raw-lead.ts";
import type { BatchDecision } from "#server/intake/decide-batch.ts";
import { parseEmailAddress } from "#server/intake/email-address.ts";
import { acting } from "#server/platform/acting.ts";
import { AppError, invalid } from "#server/platform/errors.ts";
import { personErased } from "#server/store/lead-conflict.ts";
import type { NewJournalEntry } from "#server/store/types.ts";
import { actEntry } from "#server/workflows/journal/act.ts";
import { takeIn } from "#server/workflows/take-in.ts";
import { withJudgement } from "#server/workflows/with-judgement.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Leads that a person types in; not a stored source, so no rows are remembered for it. */
const BY_HAND = { kind: "manual", id: null, name: "Added by hand" };

/**
 * Adds a lead by hand, through the same door as every other. When the e-mail or phone is known, that lead's empty
 * fields are filled in instead and `created` is false. Throws invalid for an address that cannot exist, and person_erased (409).
 */
export async function addLead(
  workspace: Workspace,
  input: NewLead,
): Promise<{ id: string; json: string; created: boolean; actId: string | null }> {
  if (parseEmailAddress(input.email) === null) throw invalid("email", "This is not an e-mail address.");
  const { store, feed } = workspace;
  const { status, ...fields } = input;
  const raw: RawLead = {
    rowKey: randomUUID(),
    contentHash: "",
    locator: acting().by,
    fields: Object.fromEntries(
      LEAD_TEXT_FIELDS.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
    ),
    facts: [],
    raw: fields,
    sourceData: {},
  };
  const entry = ({ creates }: BatchDecision): NewJournalEntry => {
    const isNew = creates.length > 0;
    const title = `${fields.name} ${isNew ? "added" : "completed"} by hand`;
    return actEntry(workspace, { kind: isNew ? "created" : "updated", title, description: fields.company ?? "" });
  };
  const { decision, createdIds, actId } = await withJudgement(workspace, (judgement) =>
    takeIn(workspace, BY_HAND, [raw], judgement, { act: { entry }, ...(status !== undefined && { status }) }),
  );
  const [row] = decision.rows;
  const id = createdIds[0] ?? row?.leadId;
  if (id === undefined || id === null) {
    if (decision.outcomes[0]?.reason === ERASED_REASON) throw personErased();
    throw new AppError("lead_deleted", 409, decision.outcomes[0]?.reason ?? "This lead cannot be added.");
  }
  const json = await store.leads.json(id);
  if (json === null) throw new AppError("lead_gone", 409, "The lead was deleted while it was being added.");
  feed.changed(["leads", "activity"], [id]);
  return { id, json, created: createdIds.length > 0, actId };
}
