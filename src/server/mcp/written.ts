import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { Id } from "#shared/contract/common.ts";
import type { EndpointKey } from "#shared/contract/endpoints.ts";
import { Rule, RuleDraft } from "#shared/contract/rule.ts";
import { WhatIfResult } from "#shared/contract/what-if.ts";
import type { Rehearsal } from "#server/db/rehearsing-engine.ts";
import { marked } from "#server/mcp/answer-text.ts";
import { type ApiCalls, type Args, Refused } from "#server/mcp/api-calls.ts";
import { inputOf, type Tool, type ToolHints } from "#server/mcp/tool.ts";

const DRY_RUN = z
  .boolean()
  .default(false)
  .describe("Returns the exact differences without changing anything. Show them to the user before the real call.");

/** A field that a write changes: of a lead or a rule, null where there is none. */
const Difference = marked(
  z.object({
    record: z.enum(["lead", "rule"]),
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
  /** What the API call returns, with strangers' text marked. */
  result: z.ZodType;
  hints: ToolHints;
}

/** A tool that makes one API call, or rehearses it. */
export function writing(key: EndpointKey, { description, input = inputOf(key), result, hints }: Writing): Tool {
  return {
    description,
    calls: [key],
    input: input.extend({ dryRun: DRY_RUN }),
    output: writtenSchema(result),
    hints,
    async run(api, { dryRun, ...args }) {
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
  return {
    ...NOTHING,
    dryRun: true,
    actions: rehearsal.actions,
    differences: [...leads.flat(), ...rules],
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
  record: "lead" | "rule";
  id: string | null;
  field: string;
  before: unknown;
  after: unknown;
}

function differences(record: "lead" | "rule", id: string, before: Args | null, after: Args | null): FieldDifference[] {
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
  const before = await api.call("GET /api/leads/{id}", { id }).catch((error: unknown) => {
    if (error instanceof Refused && error.problem.status === 404) return null;
    throw error;
  });
  return differences("lead", id, (before?.body ?? null) as Args | null, after as Args | null);
}

async function ruleDifferences(api: ApiCalls, { rules }: Rehearsal): Promise<FieldDifference[]> {
  const stored = z.array(Rule).parse((await api.call("GET /api/rules")).body);
  const before = new Map(stored.map((rule) => [rule.id, rule]));
  const after = new Map(rules.map((rule) => [rule.id, rule]));
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id) =>
    differences("rule", id, before.get(id) ?? null, (after.get(id) as Args | undefined) ?? null),
  );
}

async function effectOf(api: ApiCalls, { rules }: Rehearsal): Promise<unknown> {
  const { body: stored } = await api.call("GET /api/rules");
  const known = new Set((stored as Rule[]).map(({ id }) => id));
  const drafts = rules.map((rule) => RuleDraft.parse(known.has(rule.id) ? rule : { ...rule, id: undefined }));
  return (await api.call("POST /api/what-if", { rules: drafts })).body;
}
