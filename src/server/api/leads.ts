import type { FastifyInstance } from "fastify";
import { Readable } from "node:stream";
import { Id } from "#shared/contract/common.ts";
import { LeadFilter, LEAD_SORTS, type LeadListQuery } from "#shared/contract/lead.ts";
import { LIMITS } from "#shared/limits.ts";
import { createAnswerCache } from "#server/platform/answer-cache.ts";
import { JsonText, route } from "#server/api/route.ts";
import { streamLeadCsv } from "#server/reports/lead-csv.ts";
import type { LeadCount } from "#server/store/types.ts";
import { addLead } from "#server/workflows/leads/add-lead.ts";
import { decideLeads, deleteLeads } from "#server/workflows/leads/bulk-act.ts";
import { cancelBulk } from "#server/workflows/leads/bulk-run.ts";
import { deleteLead } from "#server/workflows/leads/delete-lead.ts";
import { editLead } from "#server/workflows/leads/edit-lead.ts";
import { leadDetail, leadExplanation } from "#server/workflows/leads/lead-detail.ts";
import { leadProvenance, pickValue } from "#server/workflows/leads/lead-provenance.ts";
import type { DecisionLearning } from "#server/workflows/learning/learning.ts";
import type { Workspace } from "#server/workflows/workspace.ts";
import { z } from "zod";

const COUNT_MAX_AGE_MILLISECONDS = 60_000;
const COUNTS_KEPT = 200;

/** So many pieces are made ahead while the client still reads the one before. */
const PIECES_AHEAD = 8;

/** `ids` are those of a selection, with commas between; with them the status that is meant is any. */
const ExportQuery = LeadFilter.extend({
  sort: z.enum(LEAD_SORTS).optional(),
  ids: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(Id).max(LIMITS.leadIds))
    .optional(),
});

/** Leads: list, export, add, read, edit, delete. */
export function leadRoutes(app: FastifyInstance, workspace: Workspace, learning: DecisionLearning): void {
  const { store, feed } = workspace;
  const cachedCount = createAnswerCache<LeadCount>({
    feed,
    topics: ["leads"],
    maxAge: COUNT_MAX_AGE_MILLISECONDS,
    maxEntries: COUNTS_KEPT,
  });

  route(app, "GET /api/leads", async ({ query, request, reply }) => {
    if (!request.url.includes("?")) {
      // A stream that has begun cannot become a problem document any more.
      await store.ping();
      reply
        .type("application/json; charset=utf-8")
        .send(Readable.from(store.leads.streamJson(), { highWaterMark: PIECES_AHEAD }));
      return undefined;
    }
    const { limit = LIMITS.list.pageSize, cursor, sort = "-createdAt", view = "full", ...filter } = query;
    // Before reading: what comes meanwhile counts as later, and the page offers it as new.
    reply.header("x-read-at", workspace.clock().toISOString());
    const { json, length, nextCursor } = await store.leads.list({ ...filter, sort, limit, cursor, view });
    const isWhole = cursor === undefined && nextCursor === null;
    const total = isWhole
      ? { count: length, exact: true }
      : await cachedCount(JSON.stringify(filter), () => store.leads.count(filter));
    reply.header("x-total-count", total.count);
    reply.header("x-total-count-exact", String(total.exact));
    if (nextCursor !== null) reply.header("link", `<${nextLink(query, nextCursor)}>; rel="next"`);
    return new JsonText(json);
  });

  app.get<{ Querystring: z.infer<typeof ExportQuery> }>(
    "/api/leads/export",
    {
      config: { permission: "read", audit: { action: "leads.export", summary: "Export leads" } },
      schema: { summary: "Leads as a CSV file, filtered like the list", tags: ["leads"], querystring: ExportQuery },
    },
    async (request, reply) => {
      const { ids, status = ids === undefined ? "qualified" : "all", ...filter } = request.query;
      await store.ping();
      const date = workspace.clock().toISOString().slice(0, 10);
      const which = ids === undefined ? status : "selected";
      return reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", `attachment; filename="leads-${which}-${date}.csv"`)
        .send(Readable.from(streamLeadCsv(store, { ...filter, ids, status }), { highWaterMark: PIECES_AHEAD }));
    },
  );

  route(app, "POST /api/leads", async ({ body, reply }) => {
    const { json, created, actId } = await addLead(workspace, body);
    if (actId !== null) reply.header("x-act-id", actId);
    return new JsonText(json, created ? 201 : 200);
  });

  route(app, "POST /api/leads/bulk-status", async ({ body }) => decideLeads(workspace, body.selection, body.status));

  route(app, "POST /api/leads/bulk-delete", async ({ body }) => deleteLeads(workspace, body.selection));

  route(app, "POST /api/leads/bulk-cancel", async () => ({ cancelled: await cancelBulk(workspace) }));

  route(app, "GET /api/leads/to-review", async ({ query: { afterScore: score, afterId: id } }) =>
    store.leads.toReview(score === undefined || id === undefined ? null : { score, id }),
  );

  route(app, "GET /api/leads/{id}", async ({ params }) =>
    leadDetail(workspace, params.id, (lead) => learning.judge(lead)),
  );

  route(app, "GET /api/leads/{id}/explanation", async ({ params }) => leadExplanation(workspace, params.id));

  route(app, "GET /api/leads/{id}/provenance", async ({ params }) => leadProvenance(workspace, params.id));

  route(app, "POST /api/leads/{id}/provenance", async ({ params, body, reply }) => {
    const { json, actId } = await pickValue(workspace, params.id, body);
    if (actId !== null) reply.header("x-act-id", actId);
    return new JsonText(json);
  });

  route(app, "PATCH /api/leads/{id}", async ({ params, body, reply }) => {
    const { json, actId } = await editLead(workspace, params.id, body);
    if (actId !== null) reply.header("x-act-id", actId);
    return new JsonText(json);
  });

  route(app, "DELETE /api/leads/{id}", async ({ params, reply }) => {
    const { actId } = await deleteLead(workspace, params.id);
    reply.header("x-act-id", actId);
    return null;
  });
}

function nextLink(query: LeadListQuery, cursor: string): string {
  const next = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, cursor })) {
    if (value !== undefined) next.set(name, String(value));
  }
  return `/api/leads?${next.toString()}`;
}
