import type { FastifyInstance, FastifyRequest } from "fastify";
import { Readable } from "node:stream";
import { z } from "zod";
import { OTHER_ACTS } from "#shared/audit/audited-actions.ts";
import { Id } from "#shared/contract/common.ts";
import { LeadFilter, type LeadListQuery, type LeadSelection, LeadSort } from "#shared/contract/leads/lead.ts";
import type { FieldTotals, LeadTotals } from "#shared/contract/leads/lead-totals.ts";
import { FieldConversion } from "#shared/contract/leads/lead-field.ts";
import { LIMITS } from "#shared/limits.ts";
import type { Permission } from "#shared/roles.ts";
import { asNow } from "#server/platform/acting.ts";
import { AppError, invalid } from "#server/platform/errors.ts";
import { createAnswerCache } from "#server/platform/answer-cache.ts";
import { actionRoute, JsonText, route } from "#server/http/route.ts";
import { streamLeadCsv } from "#server/features/leads/lead-csv.ts";
import { factNamesOf } from "#shared/fact-columns.ts";
import type { LeadCount } from "#server/db/engine/lead-count.ts";
import { addBatch } from "#server/features/leads/add-batch.ts";
import { addLead } from "#server/features/leads/add-lead.ts";
import { decideLeads, deleteLeads, setFieldsOfLeads, tagLeads } from "#server/features/leads/bulk-action.ts";
import { cancelBulk } from "#server/features/leads/bulk-run.ts";
import { convertField, previewConversion } from "#server/features/leads/convert-field.ts";
import { deleteLead, editLead } from "#server/features/leads/edit-lead.ts";
import { demoteField, previewPromotion, promoteDetail } from "#server/features/leads/move-values.ts";
import { assignLeads, listTeam, ofCaller } from "#server/features/leads/lead-owners.ts";
import { leadDetail, leadExplanation } from "#server/features/leads/lead-detail.ts";
import type { DecisionLearning } from "#server/features/learning/learning.ts";
import type { Workspace } from "#server/workspace.ts";

const COUNT_MAX_AGE_MILLISECONDS = 60_000;
const MAX_COUNTS = 200;

/** How many chunks are prepared while the client still reads the previous one. */
const PREFETCHED_PIECES = 8;

/** `ids` is a comma-separated selection; with it, the status filter is any. */
const ExportQuery = LeadFilter.extend({
  sort: LeadSort.optional(),
  ids: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(Id).max(LIMITS.leadIds))
    .optional(),
});

/** Leads: list, export, add, read, edit, delete. `isAllowed` is passed in, because the accounts' folder imports this one. */
export function leadRoutes(
  app: FastifyInstance,
  workspace: Workspace,
  learning: DecisionLearning,
  isAllowed: (workspace: Workspace, request: FastifyRequest, needed: Permission) => Promise<boolean>,
): void {
  const { store, feed } = workspace;
  const counts = { feed, topics: ["leads"], maxAge: COUNT_MAX_AGE_MILLISECONDS, maxEntries: MAX_COUNTS } as const;
  const cachedCount = createAnswerCache<LeadCount>(counts);
  const cachedTotals = createAnswerCache<LeadTotals>(counts);
  const cachedFieldTotals = createAnswerCache<FieldTotals>({ ...counts, topics: ["leads", "lead-fields"] });

  route(app, "GET /api/leads", async ({ query, request, reply }) => {
    if (!request.url.includes("?")) {
      // A stream that has started can't become a problem document.
      await store.ping();
      reply
        .type("application/json; charset=utf-8")
        .send(Readable.from(asNow(store.leads.streamJson()), { highWaterMark: PREFETCHED_PIECES }));
      return undefined;
    }
    const { limit = LIMITS.list.pageSize, cursor, sort = "-createdAt", view = "full", facts = "", ...given } = query;
    const filter = ofCaller(given);
    // Taken before reading: leads that arrive during it count as newer, and the page offers them as new.
    reply.header("x-read-at", workspace.clock().toISOString());
    const { json, length, nextCursor } = await store.leads.list({
      ...filter,
      sort,
      limit,
      cursor,
      view,
      facts: factNamesOf(facts),
    });
    const isWhole = cursor === undefined && nextCursor === null;
    const total = isWhole
      ? { count: length, exact: true }
      : await cachedCount(JSON.stringify(filter), () => store.leads.count(filter));
    reply.header("x-total-count", total.count);
    reply.header("x-total-count-exact", String(total.exact));
    if (nextCursor !== null) reply.header("link", `<${nextLink(query, nextCursor)}>; rel="next"`);
    return new JsonText(json);
  });

  route(app, "GET /api/leads/totals", async ({ query }) => {
    const filter = ofCaller(query);
    return cachedTotals(JSON.stringify(filter), () => store.leads.totalsOf(filter));
  });

  route(app, "GET /api/leads/field-totals", async ({ query: { field, ...given } }) => {
    const filter = ofCaller(given);
    return cachedFieldTotals(JSON.stringify([field, filter]), () => store.leads.totalsOfField(filter, field));
  });

  app.get<{ Querystring: z.infer<typeof ExportQuery> }>(
    "/api/leads/export",
    {
      config: { permission: "read", audit: OTHER_ACTS.exportLeads, answerType: "text/csv" },
      schema: { summary: "Leads as a CSV file, filtered like the list", tags: ["leads"], querystring: ExportQuery },
    },
    async (request, reply) => {
      const { ids, status = ids === undefined ? "qualified" : "all", ...filter } = ofCaller(request.query);
      await store.ping();
      const date = workspace.clock().toISOString().slice(0, 10);
      const which = ids === undefined ? status : "selected";
      return reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", `attachment; filename="leads-${which}-${date}.csv"`)
        .send(
          Readable.from(asNow(streamLeadCsv(store, { ...filter, ids, status })), { highWaterMark: PREFETCHED_PIECES }),
        );
    },
  );

  route(app, "POST /api/leads", async ({ body, request, reply }) => {
    if (body.status !== undefined && !(await isAllowed(workspace, request, "work"))) {
      throw new AppError("not_allowed", 403, "You can't set statuses. Add the lead without one.");
    }
    const { id, json, created, actId } = await addLead(workspace, body);
    if (actId !== null) reply.header("x-act-id", actId);
    // A token that can only add leads must not look people up.
    const isShown = created || (await isAllowed(workspace, request, "read"));
    return new JsonText(isShown ? json : JSON.stringify({ id }), created ? 201 : 200);
  });

  route(app, "POST /api/leads/batch", async ({ headers, body, reply }) => {
    const result = await addBatch(workspace, body.leads, headers["idempotency-key"]);
    if (result.actId !== null) reply.header("x-act-id", result.actId);
    return result;
  });

  route(app, "POST /api/leads/bulk-status", async ({ body }) =>
    decideLeads(workspace, ofWhom(body.selection), body.status),
  );

  route(app, "POST /api/leads/bulk-tags", async ({ body }) =>
    tagLeads(workspace, { ...body, selection: ofWhom(body.selection) }),
  );

  route(app, "POST /api/leads/bulk-fields", async ({ body }) =>
    setFieldsOfLeads(workspace, { ...body, selection: ofWhom(body.selection) }),
  );

  route(app, "GET /api/lead-fields/{id}/promotion", async ({ params, query }) =>
    previewPromotion(workspace, params.id, query.detail),
  );

  route(app, "POST /api/lead-fields/{id}/promotion", async ({ params, body }) =>
    promoteDetail(workspace, params.id, body.detail),
  );

  route(app, "GET /api/lead-fields/{id}/conversion", async ({ params, query: { kind, options } }) => {
    const read = FieldConversion.safeParse({ kind, options: options === "" ? [] : options.split(";") });
    if (!read.success) throw invalid("options", read.error.issues[0]?.message ?? "Check the options.");
    return previewConversion(workspace, params.id, read.data);
  });

  route(app, "POST /api/lead-fields/{id}/conversion", async ({ params, body }) =>
    convertField(workspace, params.id, body),
  );

  route(app, "POST /api/lead-fields/{id}/demotion", async ({ params }) => demoteField(workspace, params.id));

  route(app, "POST /api/leads/bulk-delete", async ({ body }) => deleteLeads(workspace, ofWhom(body.selection)));

  route(app, "POST /api/leads/bulk-owner", async ({ body }) =>
    assignLeads(workspace, ofWhom(body.selection), body.ownerId),
  );

  route(app, "GET /api/team", async () => listTeam(workspace));

  route(app, "POST /api/leads/bulk-cancel", async () => ({ canceled: await cancelBulk(workspace) }));

  route(app, "GET /api/leads/to-review", async ({ query: { afterScore: score, afterId: id } }) =>
    store.leads.toReview(score === undefined || id === undefined ? null : { score, id }),
  );

  route(app, "GET /api/leads/{id}", async ({ params }) =>
    leadDetail(workspace, params.id, (lead) => learning.predict(lead)),
  );

  route(app, "GET /api/leads/{id}/explanation", async ({ params }) => leadExplanation(workspace, params.id));

  actionRoute(app, "PATCH /api/leads/{id}", ({ params, body }) => editLead(workspace, params.id, body));

  actionRoute(app, "DELETE /api/leads/{id}", ({ params }) => deleteLead(workspace, params.id));
}

function ofWhom(selection: LeadSelection): LeadSelection {
  return selection.filter === undefined ? selection : { ...selection, filter: ofCaller(selection.filter) };
}

function nextLink(query: LeadListQuery, cursor: string): string {
  const next = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, cursor })) {
    if (value !== undefined) next.set(name, String(value));
  }
  return `/api/leads?${next.toString()}`;
}
