import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { Id } from "#shared/contract/common.ts";
import type { EndpointKey } from "#shared/contract/endpoints.ts";
import { Comment } from "#shared/contract/leads/comment.ts";
import { Rule, RuleDraft } from "#shared/contract/rule.ts";
import { WhatIfResult } from "#shared/contract/what-if.ts";
import type { Rehearsal } from "#server/db/rehearsing-engine.ts";
import { marked } from "#server/mcp/answer-text.ts";
import { type ApiAnswer, type ApiCalls, type Args, Refused } from "#server/mcp/api-calls.ts";
import { inputOf, type Tool, type ToolHints } from "#server/mcp/tool.ts";

const DRY_RUN = z
  .boolean()
  .default(false)
  .describe("Returns the exact differences without changing anything. Show them to the user before the real call.");

const RECORDS = ["lead", "comment", "rule"] as const;
type Recorded = (typeof RECORDS)[number];

/** A field that a write changes, null where there is none. */
const Difference = marked(
  z.object({
    record: z.enum(RECORDS),
    id: Id.nullable().describe("null for a new record"),
    field: z.string(),
    before: z.unknown(),
    after: z.unknown(),
  }),
  ["before", "after"],
);

/** What changed rules do to all leads. */
const Effect = WhatIfResult.pick({
  total: true,
  changed: true,
  nowQualified: true,
  noLongerQualified: true,
  reaching: true,
});

/** The answer of every write. */
function writtenSchema(result: z.ZodType): z.ZodObject {
  return z.object({
    dryRun: z.boolean(),
    undoId: Id.nullable().describe("Pass it to the undo tool; null if there is nothing to undo."),
    actions: z
      .array(marked(z.object({ title: z.string(), description: z.string() }), ["title", "description"]))
      .describe("Of a dry run: the history entries it would write."),
    differences: z.array(Difference).describe("Of a dry run: every field it would change."),
    effect: Effect.nullable().describe("Of a dry run that changes rules: what happens to all leads."),
    result: result.nullable().describe("After a real call: the record as it is now."),
  });
}

const NOTHING = { undoId: null, actions: [], differences: [], effect: null, result: null };

interface Writing {
  description: string;
  input?: z.ZodObject;
  /** Turns the arguments into those of the API call, if they differ. */
  prepare?: (api: ApiCalls, args: Args) => Promise<Args>;
  /** What the API call returns, with strangers' text marked. */
  result: z.ZodType;
  hints: ToolHints;
}

/** A tool that makes one API call, or rehearses it. */
export function writing(
  key: EndpointKey,
  { description, input = inputOf(key), prepare = async (_api, args) => args, result, hints }: Writing,
): Tool {
  return {
    description,
    calls: [key],
    input: input.extend({ dryRun: DRY_RUN }),
    output: writtenSchema(result),
    hints,
    async run(api, { dryRun, ...given }) {
      const args = await prepare(api, given);
      if (dryRun === true) return rehearsed(api, key, args);
      const { body, undoId } = await api.call(key, args);
      return { ...NOTHING, dryRun: false, undoId, result: body };
    },
  };
}

async function rehearsed(api: ApiCalls, key: EndpointKey, args: Args): Promise<unknown> {
  const rehearsal = await api.rehearse(key, args);
  if (rehearsal === null) return { ...NOTHING, dryRun: true };
  const rules = await ruleDifferences(api, rehearsal);
  const leads = await Promise.all(rehearsal.leads.map((lead) => leadDifferences(api, lead)));
  const comments = await commentDifferences(api, rehearsal);
  return {
    ...NOTHING,
    dryRun: true,
    actions: rehearsal.actions,
    differences: [...leads.flat(), ...comments, ...rules],
    effect: rules.length === 0 ? null : await effectOf(api, rehearsal),
  };
}

/** Scores follow from the rules and the lead, and raw input isn't what people change. */
const NOT_COMPARED: ReadonlySet<string> = new Set([
  "id",
  "version",
  "cost",
  "createdAt",
  "updatedAt",
  "processedAt",
  "rawData",
  "sourceData",
]);

interface FieldDifference {
  record: Recorded;
  id: string | null;
  field: string;
  before: unknown;
  after: unknown;
}

function differences(record: Recorded, id: string, before: Args | null, after: Args | null): FieldDifference[] {
  return Object.keys(after ?? before ?? {})
    .filter((field) => !NOT_COMPARED.has(field))
    .map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null }))
    .filter((one) => !isDeepStrictEqual(one.before, one.after) && !(isEmpty(one.before) && isEmpty(one.after)))
    .map((one) => ({ record, id: before === null ? null : id, ...one }));
}

function isEmpty(value: unknown): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

async function leadDifferences(api: ApiCalls, { id, after }: Rehearsal["leads"][number]): Promise<FieldDifference[]> {
  const before = await answerIfFound(api.call("GET /api/leads/{id}", { id }));
  return differences("lead", id, before as Args | null, after as Args | null);
}

/** Null where there is no such lead, which a dry run would add. */
async function answerIfFound(answer: Promise<ApiAnswer>): Promise<unknown> {
  try {
    return (await answer).body;
  } catch (error) {
    if (error instanceof Refused && error.problem.status === 404) return null;
    throw error;
  }
}

async function commentDifferences(api: ApiCalls, { leads, comments }: Rehearsal): Promise<FieldDifference[]> {
  const shown = Comment.pick({ id: true, author: true, text: true });
  const stored = await Promise.all(
    leads.map(({ id }) => answerIfFound(api.call("GET /api/leads/{id}/comments", { id }))),
  );
  return changedRecords(
    "comment",
    shown.array().parse(stored.flatMap((list) => list ?? [])),
    shown.array().parse(comments),
  );
}

async function ruleDifferences(api: ApiCalls, { rules }: Rehearsal): Promise<FieldDifference[]> {
  const stored = z.array(Rule).parse((await api.call("GET /api/rules")).body);
  return changedRecords("rule", stored, rules);
}

function changedRecords(
  record: Recorded,
  stored: readonly { id: string }[],
  following: readonly { id: string }[],
): FieldDifference[] {
  const before = new Map(stored.map((one) => [one.id, one as Args]));
  const after = new Map(following.map((one) => [one.id, one as unknown as Args]));
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id) =>
    differences(record, id, before.get(id) ?? null, after.get(id) ?? null),
  );
}

async function effectOf(api: ApiCalls, { rules }: Rehearsal): Promise<unknown> {
  const { body: stored } = await api.call("GET /api/rules");
  const known = new Set((stored as Rule[]).map(({ id }) => id));
  const drafts = rules.map((rule) => RuleDraft.parse(known.has(rule.id) ? rule : { ...rule, id: undefined }));
  return (await api.call("POST /api/what-if", { rules: drafts })).body;
}
