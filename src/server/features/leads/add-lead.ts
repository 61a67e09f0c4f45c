import { randomUUID } from "node:crypto";
import type { NewLead } from "#shared/contract/leads/lead.ts";
import { ERASED_REASON } from "#shared/erased-person.ts";
import { LEAD_TEXT_FIELDS } from "#shared/lead-fields.ts";
import { leadTitle } from "#shared/lead-title.ts";
import type { RawLead } from "#shared/raw-lead.ts";
import { normalizeBatch, type BatchDecision } from "#server/pipeline/intake/decide-batch.ts";
import { parseEmailAddress } from "#server/pipeline/intake/email-address.ts";
import { acting, beyondSight } from "#server/platform/acting.ts";
import { AppError, invalid } from "#server/platform/errors.ts";
import { personErased } from "#server/db/engine/lead-conflict.ts";
import type { NewJournalEntry } from "#server/db/journal/journal-entry.ts";
import { actionEntry } from "#server/features/journal/act.ts";
import { namedValues } from "#server/features/lead-fields/lead-fields.ts";
import { ownerWithId } from "#server/features/leads/lead-owners.ts";
import { LEAD_OF_OTHER, rowsOfOthers } from "#server/features/leads/rows-of-others.ts";
import { takeIn } from "#server/features/leads/take-in.ts";
import { idsOfTags } from "#server/features/tags/tags.ts";
import { withScoring } from "#server/features/rules/with-scoring.ts";
import type { Workspace } from "#server/workspace.ts";

/** The source of manually added leads; it isn't stored, so it keeps no rows. */
const BY_HAND = { kind: "manual", id: null, name: "Added by hand" };

/**
 * Adds a lead manually, through the same intake as every other. If the email or phone is known, fills in that lead's
 * empty fields instead and returns `created` false. Throws invalid for an impossible address or a value that doesn't fit
 * its custom field, and person_erased (409).
 */
export async function addLead(
  workspace: Workspace,
  input: NewLead,
): Promise<{ id: string; json: string; created: boolean; actId: string | null }> {
  if (parseEmailAddress(input.email) === null) throw invalid("email", "Enter a valid email address.");
  const { store, feed } = workspace;
  const { status, ownerId, tags = [], fields: custom = {}, ...fields } = input;
  const known = Object.keys(custom).length === 0 ? [] : await store.leadFields.list();
  const owner = ownerId === undefined ? null : await ownerWithId(workspace, ownerId);
  const raw: RawLead = {
    rowKey: randomUUID(),
    contentHash: "",
    locator: acting().by,
    fields: Object.fromEntries(
      LEAD_TEXT_FIELDS.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
    ),
    ...(owner !== null && { owner: owner.username }),
    facts: [],
    custom: namedValues(known, custom),
    tagIds: await idsOfTags(workspace, tags),
    raw: fields,
    sourceData: {},
  };
  const [othersLead] = await rowsOfOthers(workspace, BY_HAND, normalizeBatch([raw]));
  if (othersLead !== undefined) throw new AppError("lead_of_other", 409, LEAD_OF_OTHER);
  const entry = ({ creates, updates }: BatchDecision): NewJournalEntry => {
    const isNew = creates.length > 0;
    // A known lead keeps its name.
    const { name, email, company = "" } = creates[0] ?? updates[0] ?? fields;
    const title = `${leadTitle({ name, email, company })} ${isNew ? "added" : "updated"} manually`;
    return actionEntry(workspace, { kind: isNew ? "created" : "updated", title, description: company });
  };
  const { decision, createdIds, actId } = await withScoring(
    workspace,
    (scoring) =>
      takeIn(workspace, BY_HAND, [raw], scoring, { act: { entry }, ...(status !== undefined && { status }) }),
    { waits: true },
  );
  const [row] = decision.rows;
  const id = createdIds[0] ?? row?.leadId;
  if (id === undefined || id === null) {
    if (decision.outcomes[0]?.reason === ERASED_REASON) throw personErased();
    throw new AppError("lead_deleted", 409, decision.outcomes[0]?.reason ?? "This lead can't be added.");
  }
  // Also of a lead that is someone else's from the start.
  const json = await beyondSight(() => store.leads.json(id));
  if (json === null) throw new AppError("lead_gone", 409, "The lead was deleted while it was being added.");
  feed.changed(["leads", "activity"], [id]);
  return { id, json, created: createdIds.length > 0, actId };
}
