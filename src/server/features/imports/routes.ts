import { asNow } from "#server/platform/acting.ts";
import type { FastifyInstance } from "fastify";
import { Readable } from "node:stream";
import { OTHER_ACTS } from "#shared/audit/audited-actions.ts";
import { IdParams } from "#shared/contract/common.ts";
import { ImportUploadQuery, LeadImport } from "#shared/contract/leads/lead-import.ts";
import { LIMITS } from "#shared/limits.ts";
import { AppError } from "#server/platform/errors.ts";
import { attachmentNamed } from "#server/http/attachment.ts";
import { actionRoute, route } from "#server/http/route.ts";
import { isAllowed } from "#server/features/accounts/access.ts";
import { startImport } from "#server/features/imports/import-file.ts";
import { cancelImport } from "#server/features/imports/import-work.ts";
import {
  changeImport,
  fileTooLarge,
  listImports,
  publicImport,
  removeImport,
  requireImport,
  streamRejectedRows,
} from "#server/features/imports/imports.ts";
import { undoImport } from "#server/features/imports/undo-import.ts";
import { uploadImport } from "#server/features/imports/upload-import.ts";
import type { Workspace } from "#server/workspace.ts";
import type { z } from "zod";

/** Files of leads: upload, preview, correct, import, undo. */
export function importRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/imports", async () => listImports(workspace));

  route(app, "GET /api/imports/{id}", async ({ params }) => publicImport(await requireImport(workspace, params.id)));

  route(app, "PATCH /api/imports/{id}", async ({ params, body, request }) =>
    changeImport(workspace, params.id, body, await isAllowed(workspace, request, "work")),
  );

  route(app, "DELETE /api/imports/{id}", async ({ params }) => {
    await removeImport(workspace, params.id);
    return null;
  });

  actionRoute(app, "POST /api/imports/{id}/start", ({ params }) => startImport(workspace, params.id));

  route(app, "POST /api/imports/{id}/cancel", async ({ params }) => ({
    canceled: await cancelImport(workspace, params.id),
  }));

  route(app, "POST /api/imports/{id}/undo", async ({ params }) => undoImport(workspace, params.id));

  app.get<{ Params: { id: string } }>(
    "/api/imports/:id/rejects",
    {
      config: {
        permission: "intake",
        audit: OTHER_ACTS.exportRejects,
        answerType: "text/csv",
      },
      schema: { summary: "Skipped rows as a CSV file", tags: ["imports"], params: IdParams },
    },
    async (request, reply) => {
      const record = await requireImport(workspace, request.params.id);
      const stem = record.fileName.replace(/\.\w{1,5}$/u, "");
      return reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", attachmentNamed(stem, " skipped.csv"))
        .send(Readable.from(asNow(streamRejectedRows(workspace.store, record))));
    },
  );

  // Separate from the others, because the body is the file itself, whatever its type, and is read as a stream.
  void app.register(async (files) => {
    files.removeAllContentTypeParsers();
    files.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    files.post<{ Querystring: z.infer<typeof ImportUploadQuery>; Body: Readable | undefined }>(
      "/api/imports",
      {
        config: { permission: "intake", audit: OTHER_ACTS.uploadFile, bodyType: "application/octet-stream" },
        schema: {
          summary: "Upload a CSV, TSV or Excel file as the request body",
          tags: ["imports"],
          querystring: ImportUploadQuery,
          response: { 201: LeadImport },
        },
      },
      async (request, reply) => {
        // A client that is refused early isn't read for as long as a file may take.
        reply.header("connection", "close");
        if (Number(request.headers["content-length"]) > LIMITS.import.fileBytes) throw fileTooLarge();
        const mayDecide = await isAllowed(workspace, request, "work");
        const uploaded = await uploadImport(workspace, request.query.name, bytesOfBody(request.body), mayDecide);
        return reply.removeHeader("connection").code(201).send(uploaded);
      },
    );
  });
}

/** The raw body stream. It isn't destroyed when reading ends early, because the answer uses the same connection. */
async function* bytesOfBody(body: Readable | undefined): AsyncGenerator<Uint8Array> {
  try {
    for await (const bytes of body?.iterator({ destroyOnReturn: false }) ?? []) yield bytes as Uint8Array;
  } catch (error) {
    throw new AppError("upload_ended", 400, "The upload was interrupted. Upload the file again.", { cause: error });
  }
}
