import { isDeepStrictEqual } from "node:util";
import type { NewRule } from "#shared/contract/rule.ts";
import type { SampleLeads } from "#shared/contract/sample-leads.ts";
import type { RawLead } from "#shared/raw-lead.ts";
import { SAMPLE_ROW, SAMPLE_SOURCE } from "#shared/sample-source.ts";
import type { Acted } from "#server/store/act.ts";
import type { SampleRemoved } from "#server/store/sample-leads.ts";
import type { RuleRecord } from "#server/store/types.ts";
import { actEntry, type Told } from "#server/workflows/journal/act.ts";
import { rescoreAfterChange } from "#server/workflows/rules/rescore.ts";
import { SAMPLE_PEOPLE, type SamplePerson } from "#server/workflows/sample-leads/sample-people.ts";
import { SAMPLE_RULES } from "#server/workflows/sample-leads/sample-rules.ts";
import { takeIn } from "#server/workflows/take-in.ts";
import { withJudgement } from "#server/workflows/with-judgement.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** How much of the sample is there: leads that no real source has told of, and rules that nobody has changed. */
export async function countSample({ store }: Pick<Workspace, "store">): Promise<SampleLeads> {
  const [bySource, rules] = await Promise.all([store.leads.totalsBySource(), store.sampleLeads.rules()]);
  return { leads: bySource[SAMPLE_SOURCE.kind] ?? 0, rules: rules.filter(isAsMade).length };
}

/**
 * Adds what is not there of the sample, through the same door as every other lead: its rules under names that no rule
 * has, and its leads under addresses that no lead has; what is known already stays as it is. Those that a person
 * deleted come back. Answers what is there then.
 */
export async function addSample(workspace: Workspace): Promise<Acted<SampleLeads>> {
  const { store, feed, clock } = workspace;
  const at = clock().toISOString();
  const records = SAMPLE_RULES.map((rule) => recordOf(rule, at));
  const told = (added: SampleRemoved): Told => ({
    kind: "sample",
    title: "Sample leads added",
    description: countWords(added),
  });
  const entry = (rules: number, leads: number) => actEntry(workspace, told({ rules, leads }));
  const { done: rules, actId: partOf } = await store.sampleLeads.prepare(records, (made) => entry(made, 0));
  if (rules > 0) {
    feed.changed(["rules"]);
    await rescoreAfterChange(workspace);
  }
  const { actId, createdIds } = await withJudgement(workspace, (judgement) =>
    takeIn(workspace, SAMPLE_SOURCE, SAMPLE_PEOPLE.map(rawLead), judgement, {
      policy: "skip",
      act: { entry: ({ counts: { created } }) => entry(rules, created), partOf },
    }),
  );
  if (actId !== null) {
    const { title, description = "" } = told({ rules, leads: createdIds.length });
    await store.journal.retell(actId, { title, description });
  }
  feed.changed(["leads", "activity"]);
  return { done: await countSample(workspace), actId };
}

/**
 * Removes what is there of the sample without a trace but the act that brings it back, whatever was done with it meanwhile. A lead that a real source
 * has told of is none of the sample any more and stays, and so does a rule that somebody has changed.
 */
export async function removeSample(workspace: Workspace): Promise<Acted<SampleRemoved>> {
  const { store, feed } = workspace;
  const removed = await store.sampleLeads.remove({
    isAsMade,
    entry: (what) =>
      actEntry(workspace, { kind: "sample", title: "Sample leads removed", description: countWords(what) }),
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
  return [leads > 0 ? plural(leads, "lead") : "", rules > 0 ? plural(rules, "rule") : ""].filter(Boolean).join(", ");
}

function plural(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
