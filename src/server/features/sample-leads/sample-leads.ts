import { isDeepStrictEqual } from "node:util";
import { DEFAULT_RULE, type NewRule } from "#shared/contract/rule.ts";
import type { SampleLeads } from "#shared/contract/leads/sample-leads.ts";
import { counted } from "#shared/counted.ts";
import type { RawLead } from "#shared/raw-lead.ts";
import { SAMPLE_ROW, SAMPLE_SOURCE } from "#shared/sample-source.ts";
import type { Acted } from "#server/db/journal/journal-entry.ts";
import type { SampleRemoved } from "#server/db/actions/sample-leads.ts";
import type { RuleRecord } from "#server/db/rules/rules.ts";
import { actionEntry, type ActionEntry } from "#server/features/journal/act.ts";
import { rescoreAfterChange } from "#server/features/rules/rescore.ts";
import { SAMPLE_PEOPLE, type SamplePerson } from "#server/features/sample-leads/sample-people.ts";
import { takeIn } from "#server/features/leads/take-in.ts";
import { withScoring } from "#server/features/rules/with-scoring.ts";
import type { Workspace } from "#server/workspace.ts";

/** Example rules: each matches some sample people, and together they spread the scores. */
const SAMPLE_RULES: readonly NewRule[] = [
  {
    ...DEFAULT_RULE,
    name: "Asks for a price",
    keywords: ["quote", "pricing", "price list", "offer", "proposal"],
    scoreWeight: 20,
  },
  {
    ...DEFAULT_RULE,
    name: "Wants to start soon",
    keywords: ["urgent", "as soon as possible", "this month", "next month", "deadline"],
    scoreWeight: 15,
  },
  {
    ...DEFAULT_RULE,
    name: "Is a decision maker",
    keywords: ["owner", "founder", "CEO", "director", "head of", "budget"],
    scoreWeight: 15,
  },
];

/** How much of the sample is there: leads not confirmed by a real source, and unchanged rules. */
export async function countSample({ store }: Pick<Workspace, "store">): Promise<SampleLeads> {
  const [bySource, rules] = await Promise.all([store.leads.totalsBySource(), store.sampleLeads.rules()]);
  return { leads: bySource[SAMPLE_SOURCE.kind] ?? 0, rules: rules.filter(isAsMade).length };
}

/**
 * Adds the missing parts of the sample through the same intake as every other lead: rules under unused names and leads
 * under unused addresses; existing ones stay as they are. Deleted ones are restored. Returns the state after that.
 */
export async function addSample(workspace: Workspace): Promise<Acted<SampleLeads>> {
  const { store, feed, clock } = workspace;
  const at = clock().toISOString();
  const records = SAMPLE_RULES.map((rule) => recordOf(rule, at));
  const entryText = (added: SampleRemoved): ActionEntry => ({
    kind: "sample",
    title: "Sample leads added",
    description: countWords(added),
  });
  const entry = (rules: number, leads: number) => actionEntry(workspace, entryText({ rules, leads }));
  const { done: rules, actId: partOf } = await store.sampleLeads.prepare(records, (made) => entry(made, 0));
  if (rules > 0) {
    feed.changed(["rules"]);
    await rescoreAfterChange(workspace);
  }
  const { actId, createdIds } = await withScoring(workspace, (scoring) =>
    takeIn(workspace, SAMPLE_SOURCE, SAMPLE_PEOPLE.map(rawLead), scoring, {
      policy: "skip",
      act: { entry: ({ counts: { created } }) => entry(rules, created), partOf },
    }),
  );
  if (actId !== null) {
    const { title, description = "" } = entryText({ rules, leads: createdIds.length });
    await store.journal.rewrite(actId, { title, description });
  }
  feed.changed(["leads", "activity"]);
  return { done: await countSample(workspace), actId };
}

/**
 * Removes the sample, including later changes to it, and leaves only the action that restores it. A lead that a real
 * source has confirmed no longer belongs to the sample and stays, and so does a changed rule.
 */
export async function removeSample(workspace: Workspace): Promise<Acted<SampleRemoved>> {
  const { store, feed } = workspace;
  const removed = await store.sampleLeads.remove({
    isAsMade,
    entry: (what) =>
      actionEntry(workspace, { kind: "sample", title: "Sample leads removed", description: countWords(what) }),
  });
  feed.changed(["leads", "rules", "activity"]);
  if (removed.done.rules > 0) await rescoreAfterChange(workspace);
  return removed;
}

function recordOf(rule: NewRule, createdAt: string): Omit<RuleRecord, "id"> {
  return { ...rule, createdAt };
}

function isAsMade({ id: _id, createdAt: _createdAt, keywords, ...rule }: RuleRecord): boolean {
  const made = SAMPLE_RULES.find(({ name }) => name === rule.name);
  return (
    made !== undefined &&
    isDeepStrictEqual({ ...rule, keywords: keywords.toSorted() }, { ...made, keywords: made.keywords.toSorted() })
  );
}

function rawLead(person: SamplePerson, index: number): RawLead {
  const { message, ...fields } = person;
  return {
    rowKey: `${SAMPLE_ROW}${person.email}`,
    contentHash: JSON.stringify(person),
    locator: `row ${index + 1}`,
    fields,
    facts: message === undefined ? [] : [{ name: "Message", value: message }],
    raw: person,
    sourceData: {},
  };
}

function countWords({ leads, rules }: SampleRemoved): string {
  return [leads > 0 ? counted(leads, "lead") : "", rules > 0 ? counted(rules, "rule") : ""].filter(Boolean).join(", ");
}
