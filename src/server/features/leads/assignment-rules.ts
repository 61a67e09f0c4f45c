import type {
  AssignmentPreview,
  AssignmentRule,
  AssignmentRuleUpdate,
  Availability,
  AvailabilityUpdate,
  NewAssignmentRule,
} from "#shared/contract/assignment.ts";
import type { BulkResult } from "#shared/contract/leads/lead.ts";
import { definedFields } from "#shared/defined-fields.ts";
import { LIMITS } from "#shared/limits.ts";
import { conflict, existing, invalid, notFound } from "#server/platform/errors.ts";
import type { Records } from "#server/db/actions/nouns.ts";
import type { AssignmentRuleRecord } from "#server/db/assignment/assignment.ts";
import type { Acted } from "#server/db/journal/journal-entry.ts";
import type { Work } from "#server/db/engine/sql.ts";
import { act, refuseStale, removeRecord, withVersion } from "#server/features/journal/act.ts";
import { leadAssigner, neverMatching } from "#server/features/leads/assign-lead.ts";
import { checkConditions, namedBy } from "#server/features/leads/assignment-conditions.ts";
import { changeLeads } from "#server/features/leads/bulk-action.ts";
import type { Workspace } from "#server/workspace.ts";

const CHUNK = 500;
const UNASSIGNED = { owner: "none" } as const;

/** The assignment rules, in the order in which they apply. */
export async function listAssignmentRules({ store }: Pick<Workspace, "store">): Promise<AssignmentRule[]> {
  const [rules, accounts, availability, fields, tags] = await Promise.all([
    store.assignment.rules(),
    store.accounts.list(),
    store.assignment.availability(),
    store.leadFields.list(),
    store.tags.all(),
  ]);
  const canOwn = new Set(accounts.filter(({ isActive }) => isActive).map(({ id }) => id));
  const isLimited = new Set(availability.map(({ accountId }) => accountId));
  const never = neverMatching(rules, canOwn, isLimited, namedBy({ fields, tags }));
  return rules.map(({ position: _position, ...rule }, index) => ({
    ...withVersion("assignmentRule", rule),
    neverMatches: never[index] ?? null,
  }));
}

/** Adds a rule after the others. Throws invalid for unknown people, fields and tags, and too_many_rules. */
export async function addAssignmentRule(workspace: Workspace, rule: NewAssignmentRule): Promise<Acted<AssignmentRule>> {
  await requirePeople(workspace, rule.people, []);
  const createdAt = workspace.clock().toISOString();
  return changeRules(workspace, "added", function* ({ assignment: { rules }, leadFields, tags }) {
    checkConditions(rule.conditions, {}, namedBy({ fields: yield* leadFields.list(), tags: yield* tags.list() }));
    const all = yield* rules.list();
    if (all.length >= LIMITS.assignment.rules) {
      throw conflict("too_many_rules", `You can have up to ${LIMITS.assignment.rules} assignment rules.`);
    }
    return yield* rules.create({ ...rule, createdAt, position: (all.at(-1)?.position ?? 0) + 1 });
  });
}

/** Changes or moves a rule. Throws not_found, stale, and invalid for unknown people, fields and tags. */
export async function changeAssignmentRule(
  workspace: Workspace,
  id: string,
  { before, version, ...patch }: AssignmentRuleUpdate,
): Promise<Acted<AssignmentRule>> {
  const known = (await workspace.store.assignment.rules()).find((one) => one.id === id);
  if (known === undefined) throw notFound("assignment rule");
  if (patch.people !== undefined) await requirePeople(workspace, patch.people, known.people);
  return changeRules(workspace, "changed", function* ({ assignment: { rules }, leadFields, tags }) {
    const all = yield* rules.list();
    const rule = all.find((one) => one.id === id);
    if (rule === undefined) throw notFound("assignment rule");
    refuseStale({ noun: "assignmentRule", table: "assignment_rules", key: id, record: rule, version });
    if (patch.conditions !== undefined) {
      const named = namedBy({ fields: yield* leadFields.list(), tags: yield* tags.list() });
      checkConditions(patch.conditions, rule.conditions, named);
    }
    if (before !== undefined) {
      const others = all.filter((one) => one !== rule);
      const found = others.findIndex((one) => one.id === before);
      const order = others.toSpliced(found === -1 ? others.length : found, 0, rule);
      for (const [index, one] of order.entries()) {
        if (one.position !== index + 1) yield* rules.update(one.id, { position: index + 1 });
      }
    }
    return (yield* rules.update(id, definedFields(patch))) ?? rule;
  });
}

/** Deletes a rule; its leads keep their owners. Throws not_found. */
export async function deleteAssignmentRule(workspace: Workspace, id: string): Promise<Acted<unknown>> {
  return act(
    workspace,
    ({ name }: AssignmentRuleRecord) => ({ kind: "settings", title: `Assignment rule “${name}” deleted` }),
    ({ assignment: { rules } }) => removeRecord(rules, id, "assignment rule"),
  );
}

/** Who takes how many leads a day, and who is away; people without limits aren't listed. */
export async function listAvailability({ store }: Pick<Workspace, "store">): Promise<Availability[]> {
  return (await store.assignment.availability()).map(({ id: _id, ...one }) => one);
}

/** Sets how many leads a person takes a day and when they are away. Throws not_found. */
export async function setAvailability(
  workspace: Workspace,
  accountId: string,
  update: AvailabilityUpdate,
): Promise<Acted<Availability>> {
  const account = existing(await workspace.store.accounts.get(accountId), "account");
  return act(
    workspace,
    { kind: "settings", title: `Availability of ${account.username} changed` },
    function* ({ assignment: { availability } }) {
      const known = (yield* availability.list()).find((one) => one.accountId === accountId);
      if (known === undefined) yield* availability.create({ accountId, ...update });
      else yield* availability.update(known.id, update);
      return { accountId, ...update };
    },
  );
}

/** What the rules, or these ones, would do to the unassigned leads, without assigning any. */
export async function previewAssignment(
  workspace: Workspace,
  tried: readonly NewAssignmentRule[] | undefined,
): Promise<AssignmentPreview> {
  const { store, clock } = workspace;
  const rules = tried
    ?.map((rule, index) => ({ ...rule, id: String(-1 - index), position: index, createdAt: "" }))
    .filter(({ isActive }) => isActive);
  const state = await store.assignment.state(clock().toISOString(), rules);
  const assign = leadAssigner(state);
  const leads = new Map<string, number>();
  let [unassigned, assigned] = [0, 0];
  for await (const ids of store.bulkActions.ids(UNASSIGNED)) {
    for (let from = 0; from < ids.length; from += CHUNK) {
      for (const lead of await store.bulkActions.unassigned(ids.slice(from, from + CHUNK))) {
        unassigned += 1;
        const to = assign(lead);
        if (to === null) continue;
        assigned += 1;
        leads.set(to.accountId, (leads.get(to.accountId) ?? 0) + 1);
      }
    }
  }
  const people = Array.from(leads, ([accountId, count]) => ({
    accountId,
    username: state.people.get(accountId)?.username ?? "",
    leads: count,
  }));
  return { unassigned, assigned, people: people.toSorted((a, b) => b.leads - a.leads) };
}

/** Assigns the unassigned leads by the rules, as one action that can be undone as a whole. */
export function runAssignment(workspace: Workspace): Promise<BulkResult> {
  return changeLeads(
    workspace,
    { filter: UNASSIGNED },
    {
      chunk: CHUNK,
      doing: "Assigning",
      done: "assigned by rules",
      kind: "edited",
      step: (ids, soFar, entryOf) => workspace.store.bulkActions.assign(ids, leadAssigner, soFar, entryOf),
    },
  );
}

/** Throws invalid unless these people can own leads; a rule may keep those who no longer can. */
async function requirePeople(
  { store }: Workspace,
  people: NewAssignmentRule["people"],
  before: NewAssignmentRule["people"],
): Promise<void> {
  const allowed = new Set(before.map(({ accountId }) => accountId));
  for (const { id, isActive } of await store.accounts.list()) if (isActive) allowed.add(id);
  if (people.some(({ accountId }) => !allowed.has(accountId))) {
    throw invalid("people", "Someone's account was deleted or deactivated. Choose someone else.");
  }
}

async function changeRules(
  workspace: Workspace,
  what: string,
  write: (records: Records) => Work<AssignmentRuleRecord>,
): Promise<Acted<AssignmentRule>> {
  const { done, actId } = await act(
    workspace,
    ({ name }: AssignmentRuleRecord) => ({ kind: "settings", title: `Assignment rule “${name}” ${what}` }),
    write,
  );
  const rule = (await listAssignmentRules(workspace)).find(({ id }) => id === done.id);
  if (rule === undefined) throw notFound("assignment rule");
  return { done: rule, actId };
}
