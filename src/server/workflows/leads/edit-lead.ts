import type { LeadUpdate } from "#shared/contract/lead.ts";
import { fieldWords } from "#shared/field-words.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { LEAD_TEXT_FIELDS } from "#shared/raw-lead.ts";
import { editLead as applyEdit } from "#server/intake/edit-lead.ts";
import { parseEmailAddress } from "#server/intake/email-address.ts";
import { acting } from "#server/platform/acting.ts";
import { invalid, notFound } from "#server/platform/errors.ts";
import { withJudgement } from "#server/workflows/with-judgement.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** The edited lead as JSON text of the contract, and the act with which the edit can be taken back. */
export interface EditedLead {
  json: string;
  actId: string | null;
}

/**
 * Changes a lead for a person: its status, its fields or both. Edited fields are never overwritten by a source again,
 * and a status set here is never changed by a rule. Throws not_found, invalid, lead_conflict when the e-mail is
 * another lead's, and person_erased when it was of somebody who was erased.
 */
export async function editLead(workspace: Workspace, id: string, patch: LeadUpdate): Promise<EditedLead> {
  const { store, feed, clock } = workspace;
  const at = clock().toISOString();
  const { status, ...fields } = patch;
  if (fields.email !== undefined && fields.email !== "" && parseEmailAddress(fields.email) === null) {
    throw invalid("email", "This is not an e-mail address.");
  }
  if (Object.keys(fields).length === 0) {
    if (status === undefined) return { json: await requireJson(workspace, id), actId: null };
    const changed = await store.leads.setStatus({ id, status, by: acting().by, at });
    if (changed === null) throw notFound("lead");
    feed.changed(["leads", "activity"], [id]);
    return changed;
  }
  let name = "";
  let changed: string[] = [];
  const change = await withJudgement(workspace, (judgement) =>
    store.leads.edit(
      id,
      (lead) => {
        const edited = applyEdit(lead, patch, { ...judgement, now: at });
        name = edited.name;
        changed = changedWords(lead, edited);
        return edited;
      },
      {
        kind: "edited",
        type: "other",
        // Whose it is and what changed is known only once the lead was read, inside the transaction.
        get title() {
          return `${name} edited`;
        },
        get description() {
          return changed.join(", ");
        },
        by: acting().by,
        at,
        leadId: id,
      },
      { rulesVersion: judgement.version },
    ),
  );
  if (change === null) throw notFound("lead");
  feed.changed(["leads", "activity"], [id]);
  return { json: await requireJson(workspace, id), actId: change.actId };
}

/** What an edit really changed, as people call it; a status that is now a person's counts as changed. */
function changedWords(before: StoredLead, after: StoredLead): string[] {
  const fields: (keyof StoredLead)[] = LEAD_TEXT_FIELDS.filter((field) => before[field] !== after[field]);
  if (before.status !== after.status || before.statusSetBy !== after.statusSetBy) fields.push("status");
  return fields.map(fieldWords);
}

async function requireJson(workspace: Workspace, id: string): Promise<string> {
  const json = await workspace.store.leads.json(id);
  if (json === null) throw notFound("lead");
  return json;
}
