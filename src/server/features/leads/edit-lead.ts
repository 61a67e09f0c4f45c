import type { LeadPatch } from "#shared/contract/leads/lead.ts";
import { fieldText } from "#shared/contract/leads/field-value.ts";
import { changeText } from "#shared/edited-fields.ts";
import { fieldWords } from "#shared/field-words.ts";
import { LEAD_TEXT_FIELDS } from "#shared/lead-fields.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { STATUS_DONE } from "#shared/lead-status.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { LIMITS } from "#shared/limits.ts";
import { nameKey } from "#shared/text/plain-signs.ts";
import { assessLead } from "#server/pipeline/intake/assess-lead.ts";
import { editLead as applyEdit } from "#server/pipeline/intake/edit-lead.ts";
import { setTags } from "#server/pipeline/intake/lead-tags.ts";
import { parseEmailAddress } from "#server/pipeline/intake/email-address.ts";
import { acting, beyondSight } from "#server/platform/acting.ts";
import { type AppError, existing, invalid, notFound } from "#server/platform/errors.ts";
import type { Acted } from "#server/db/journal/journal-entry.ts";
import { JsonText } from "#server/http/route.ts";
import { type LeadOwner, owned } from "#server/db/leads/lead-owner.ts";
import { goneLead } from "#server/features/leads/gone-lead.ts";
import { assignedWords, ownerWithId } from "#server/features/leads/lead-owners.ts";
import type { LeadFieldRecord } from "#server/db/leads/lead-fields.ts";
import { tagIdsOf } from "#server/db/leads/lead-tags.ts";
import { tagNamed, type TagRecord } from "#server/db/tags/tags.ts";
import { withScoring } from "#server/features/rules/with-scoring.ts";
import { fieldValuesOf, readFieldValues, withValues } from "#server/features/lead-fields/lead-fields.ts";
import { idsOfTags, shownId, tagNamesOf } from "#server/features/tags/tags.ts";
import type { Workspace } from "#server/workspace.ts";
import { actionEntry, staleError, staleWith } from "#server/features/journal/act.ts";

/** How far back to look for who changed the fields, the notes or the status. */
const RECENT = 50;

/** The edited lead, and the action that undoes the edit. */
export type EditedLead = Acted<JsonText>;

/**
 * Changes a lead's status, owner and fields for a person. Sources never overwrite edited fields again, and rules never
 * change a status set here. Throws stale if fields, the notes or the status aren't those the edit is based on,
 * not_found, invalid, lead_conflict if another lead has the email, person_erased if its person was erased, and owner_gone.
 */
export async function editLead(workspace: Workspace, id: string, patch: LeadPatch): Promise<EditedLead> {
  const { store, feed, clock } = workspace;
  const at = clock().toISOString();
  const {
    former,
    formerNotes,
    formerStatus,
    formerTags,
    ownerId,
    tags: tagNames,
    fields: customFields,
    ...update
  } = patch;
  const { status, ...fields } = update;
  if (fields.email !== undefined && fields.email !== "" && parseEmailAddress(fields.email) === null) {
    throw invalid("email", "Enter a valid email address.");
  }
  const owner = ownerId === undefined ? undefined : await ownerWithId(workspace, ownerId);
  const retag = tagNames === undefined ? undefined : await tagChange(workspace, tagNames, formerTags);
  const tags = retag === undefined ? [] : await store.tags.all();
  const known = customFields === undefined ? [] : await store.leadFields.list();
  const values = readFieldValues(known, customFields ?? {});
  const hasNoFields = Object.keys(fields).length === 0 && retag === undefined && values.size === 0;
  if (hasNoFields && owner !== undefined && status === undefined) {
    return assignLead(workspace, id, owner, former?.ownerId);
  }
  if (hasNoFields && owner === undefined) {
    if (status === undefined) return editedLead(workspace, id, null);
    const changed = await store.leads.setStatus({ id, status, formerStatus, by: acting().by, at });
    if (changed === null) throw await staleStatus(workspace, id);
    feed.changed(["leads", "activity"], [id]);
    return { done: new JsonText(changed.json), actId: changed.actId };
  }
  const change = await withScoring(
    workspace,
    (scoring) =>
      store.leads.edit(
        id,
        (lead) => {
          if (formerNotes !== undefined && ![formerNotes, fields.notes].includes(lead.notes)) {
            throw new StaleLead(() => staleNotes(workspace, id));
          }
          if (status !== undefined && formerStatus !== undefined && ![formerStatus, status].includes(lead.status)) {
            throw new StaleLead(() => staleStatus(workspace, id));
          }
          if (owner !== undefined) refuseStaleOwner(workspace, lead, owner, former?.ownerId);
          const stale = staleFields(lead, patch, known);
          if (stale.length > 0) throw new StaleLead(() => staleFieldsError(workspace, id, stale));
          const scored = applyEdit(lead, { ...update, ...(owner !== undefined && { owner }) }, { ...scoring, now: at });
          const tagged = withTags(scored, retag, tags);
          const valued = withValues(tagged, values);
          return valued === tagged ? tagged : assessLead(valued, { ...scoring, now: at });
        },
        (before, after) => ({
          kind: "edited",
          title: `${leadTitle(after)} edited`,
          description: [
            ...changedWords(before, after),
            ...tagChanges(before, after, tags),
            ...valueChanges(before, after, known),
          ].join(", "),
          by: acting().by,
          at,
        }),
        { rulesVersion: scoring.version },
      ),
    { waits: true },
  ).catch(explainStale);
  if (change === null) throw await goneLead(workspace, id);
  feed.changed(["leads", "activity"], [id]);
  return editedLead(workspace, id, change.actId);
}

/** Without scoring, which ignores the owner. Throws not_found, owner_gone, and stale if `former` isn't the owner. */
async function assignLead(
  workspace: Workspace,
  id: string,
  owner: LeadOwner | null,
  former: string | null | undefined,
): Promise<EditedLead> {
  const { store, feed } = workspace;
  const change = await store.leads
    .edit(
      id,
      (lead) => {
        refuseStaleOwner(workspace, lead, owner, former);
        return lead.ownerId === (owner?.id ?? null) ? lead : { ...lead, ...owned(owner, "person") };
      },
      (before) =>
        actionEntry(workspace, {
          kind: "edited",
          title: `${leadTitle(before)} ${assignedWords(owner)}`,
          description: before.owner === "" ? "" : `Was ${before.owner}`,
        }),
    )
    .catch(explainStale);
  if (change === null) throw await goneLead(workspace, id);
  feed.changed(["leads", "activity"], [id]);
  return editedLead(workspace, id, change.actId);
}

/** The actual changes of an edit, in words; a status that is now set by a person counts as changed. */
function changedWords(before: StoredLead, after: StoredLead): string[] {
  const fields: (keyof StoredLead)[] = LEAD_TEXT_FIELDS.filter((field) => before[field] !== after[field]);
  if (before.status !== after.status || before.statusSetBy !== after.statusSetBy) fields.push("status");
  if (before.ownerId !== after.ownerId) fields.push("owner");
  return fields.map(fieldWords);
}

/** The ids of a lead's tags after a change, from those that it has. */
type TagChange = (now: readonly number[]) => number[];

/**
 * Makes these the tags, creating unknown ones; with what the change is based on, `former`, tags that others added or
 * removed since stay as they are.
 */
async function tagChange(
  workspace: Workspace,
  names: readonly string[],
  former: readonly string[] | undefined,
): Promise<TagChange> {
  if (former === undefined) {
    const ids = await idsOfTags(workspace, names);
    return () => ids;
  }
  const without = (some: readonly string[], others: readonly string[]): string[] => {
    const known = new Set(others.map(nameKey));
    return some.filter((name) => !known.has(nameKey(name)));
  };
  const added = await idsOfTags(workspace, without(names, former));
  const tags = await workspace.store.tags.all();
  const removed = without(former, names).flatMap((name) => Number(tagNamed(tags, name)?.id ?? 0) || []);
  return (now) => [...new Set([...now.filter((id) => !removed.includes(id)), ...added])].slice(0, LIMITS.tag.perLead);
}

function withTags(lead: StoredLead, change: TagChange | undefined, tags: readonly TagRecord[]): StoredLead {
  if (change === undefined) return lead;
  const shown = shownId(tags);
  const now = tagIdsOf(lead.tagMarks).flatMap((id) => shown(id) ?? []);
  const tagMarks = setTags(lead.tagMarks, change(now), shown);
  return tagMarks === lead.tagMarks ? lead : { ...lead, tagMarks };
}

/** "Tagged VIP", "VIP removed". */
function tagChanges(before: StoredLead, after: StoredLead, tags: readonly TagRecord[]): string[] {
  if (before.tagMarks === after.tagMarks) return [];
  const [was, is] = [tagNamesOf(before, tags), tagNamesOf(after, tags)];
  return [
    ...is.filter((name) => !was.includes(name)).map((name) => `Tagged ${name}`),
    ...was.filter((name) => !is.includes(name)).map((name) => `Tag ${name} removed`),
  ];
}

/** The names of the custom fields that changed. */
function valueChanges(before: StoredLead, after: StoredLead, fields: readonly LeadFieldRecord[]): string[] {
  const valueIn = (lead: StoredLead, id: string): string =>
    JSON.stringify(lead.customFields.find((one) => one.id === Number(id))?.value ?? null);
  return fields.filter(({ id }) => valueIn(before, id) !== valueIn(after, id)).map(({ name }) => name);
}

/** Someone changed the lead after the client read it. */
export class StaleLead extends Error {
  /** Reads what changed, and who changed it. Runs after the transaction that found it. */
  readonly explain: () => Promise<AppError>;

  constructor(explain: () => Promise<AppError>) {
    super("Someone changed this lead.");
    this.explain = explain;
  }
}

/** Rethrows a StaleLead as the error that explains it. */
export async function explainStale(error: unknown): Promise<never> {
  throw error instanceof StaleLead ? await error.explain() : error;
}

/** A field that has neither the value that an edit is based on nor the one that it sets. */
interface StaleField {
  label: string;
  now: string;
}

function staleFields(
  lead: StoredLead,
  { former = {}, fields = {}, ...texts }: LeadPatch,
  known: readonly LeadFieldRecord[],
): StaleField[] {
  const values = fieldValuesOf(lead.customFields, known);
  const isOneOf = (now: unknown, expected: readonly unknown[]): boolean =>
    expected.some((one) => JSON.stringify(one ?? null) === JSON.stringify(now ?? null));
  return [
    ...LEAD_TEXT_FIELDS.flatMap((field) =>
      former[field] === undefined || isOneOf(lead[field], [former[field], texts[field]])
        ? []
        : [{ label: fieldWords(field), now: lead[field] }],
    ),
    ...known.flatMap(({ key, name }) =>
      former.fields?.[key] === undefined || isOneOf(values[key], [former.fields[key], fields[key]])
        ? []
        : [{ label: name, now: fieldText(values[key] ?? null) }],
    ),
  ];
}

async function staleFieldsError({ store }: Workspace, id: string, fields: readonly StaleField[]): Promise<AppError> {
  const history = await store.journal.ofLead(id, RECENT);
  const last = history.find(
    ({ kind, description, undoneAt }) =>
      kind === "edited" && undoneAt === null && fields.some(({ label }) => description.includes(label)),
  );
  const changes = fields.map(({ label, now }) => changeText(label, now));
  return staleError("this lead", changes, last);
}

function refuseStaleOwner(
  workspace: Workspace,
  lead: StoredLead,
  owner: LeadOwner | null,
  former: string | null | undefined,
): void {
  if (former === undefined || [former, owner?.id ?? null].includes(lead.ownerId)) return;
  throw new StaleLead(() => staleOwner(workspace, lead));
}

/** Names the owner now and who chose it, if that is known. */
async function staleOwner({ store }: Workspace, lead: StoredLead): Promise<AppError> {
  const { ownerId, owner } = lead;
  const assigned = assignedWords(ownerId === null ? null : { id: ownerId, username: owner });
  const history = await store.journal.ofLead(lead.id, RECENT);
  const last = history.find(({ title, undoneAt }) => undoneAt === null && title.endsWith(` ${assigned}`));
  const change = `Owner: ${owner === "" ? "none" : owner}`;
  return staleWith(`${leadTitle(lead)} was ${assigned} ${byWhom(last)}.`, [change], last);
}

/** "by Ann", "by you", or "in the meantime" if that isn't known. */
function byWhom(last: { by: string } | undefined): string {
  if (last === undefined) return "in the meantime";
  return last.by === acting().by ? "by you" : `by ${last.by}`;
}

async function staleNotes({ store }: Workspace, id: string): Promise<AppError> {
  const history = await store.journal.ofLead(id, RECENT);
  const last = history.find(({ kind }) => kind === "edited");
  return staleWith(`${last?.by ?? "Someone"} changed these notes while you were editing.`, ["Notes changed"], last);
}

/** Names the status now and who set it, if that is known; not_found if the lead is gone. */
async function staleStatus({ store }: Workspace, id: string): Promise<AppError> {
  const lead = await store.leads.get(id);
  if (lead === null) return notFound("lead");
  const done = STATUS_DONE[lead.status];
  const history = await store.journal.ofLead(id, RECENT);
  const latest = history.find(
    ({ kind, description, undoneAt }) =>
      undoneAt === null && (kind === "status" || (kind === "edited" && /\bstatus\b/iu.test(description))),
  );
  const isKnown = latest?.kind === "edited" || latest?.by === "Rules" || latest?.title.endsWith(` ${done}`) === true;
  const last = isKnown ? latest : undefined;
  const detail = `${leadTitle(lead)} was ${done} ${byWhom(last)}.`;
  return staleWith(detail, [`Status: ${lead.status}`], last, { leadStatus: lead.status });
}

/** The lead as it is now, after the action `actId`. Throws not_found. */
export async function editedLead(
  { store }: Pick<Workspace, "store">,
  id: string,
  actId: string | null,
): Promise<EditedLead> {
  // Also of a lead just passed on, which the caller may no longer see.
  const json = existing(await beyondSight(() => store.leads.json(id)), "lead");
  return { done: new JsonText(json), actId };
}

/**
 * Deletes a lead; a tombstone keeps syncs from bringing it back. Returns the action that restores it. Throws not_found.
 */
export async function deleteLead(workspace: Workspace, id: string): Promise<Acted<null>> {
  const { store, feed } = workspace;
  const lead = await store.leads.get(id);
  const title = `${lead === null ? "Lead" : leadTitle(lead)} deleted`;
  const entry = actionEntry(workspace, { kind: "deleted", title, description: lead?.company ?? "", leadId: id });
  const removed = await store.leads.remove(id, entry);
  if (removed === null) throw notFound("lead");
  feed.changed(["leads", "activity"], [id]);
  return { done: null, ...removed };
}
