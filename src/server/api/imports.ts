import type { FastifyInstance } from "fastify";
import { Readable } from "node:stream";
import { IdParams } from "#shared/contract/common.ts";
import { ImportUploadQuery, LeadImport } from "#shared/contract/lead-import.ts";
import { LIMITS } from "#shared/limits.ts";
import { AppError } from "#server/platform/errors.ts";
import { answerAct } from "#server/api/answer-act.ts";
import { attachmentNamed } from "#server/api/attachment.ts";
import { route } from "#server/api/route.ts";
import { startImport } from "#server/workflows/imports/import-file.ts";
import { cancelImport } from "#server/workflows/imports/import-work.ts";
import {
  changeImport,
  fileTooLarge,
  listImports,
  publicImport,
  removeImport,
  requireImport,
} from "#server/workflows/imports/imports.ts";
import { streamRejectedRows } from "#server/workflows/imports/rejected-rows.ts";
import { undoImport } from "#server/workflows/imports/undo-import.ts";
import { uploadImport } from "#server/workflows/imports/upload-import.ts";
import type { Workspace } from "#server/workflows/workspace.ts";
import type { z } from "zod";

/** Files of leads: upload, look, correct, import, and take back. */
export function importRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/imports", async () => listImports(workspace));

  route(app, "GET /api/imports/{id}", async ({ params }) => publicImport(await requireImport(workspace, params.id)));

  route(app, "PATCH /api/imports/{id}", async ({ params, body }) => changeImport(workspace, params.id, body));

  route(app, "DELETE /api/imports/{id}", async ({ params }) => {
    await removeImport(workspace, params.id);
    return null;
  });

  route(app, "POST /api/imports/{id}/start", async ({ params, reply }) =>
    answerAct(reply, await startImport(workspace, params.id)),
  );

  route(app, "POST /api/imports/{id}/cancel", async ({ params }) => ({
    cancelled: await cancelImport(workspace, params.id),
  }));

  route(app, "POST /api/imports/{id}/undo", async ({ params }) => undoImport(workspace, params.id));

  app.get<{ Params: { id: string } }>(
    "/api/imports/:id/rejects",
    {
      config: {
        permission: "intake",
        audit: { action: "imports.rejects.export", summary: "Export the rows that an import left out" },
      },
      schema: { summary: "The rows that an import left out, as a CSV file", tags: ["imports"], params: IdParams },
    },
    async (request, reply) => {
      const record = await requireImport(workspace, request.params.id);
      const stem = record.fileName.replace(/\.\w{1,5}$/u, "");
      return reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", attachmentNamed(stem, " left out.csv"))
        .send(Readable.from(streamRejectedRows(workspace.store, record)));
    },
  );

  // Apart from the others, because here the body is the file itself, whatever its type, and is read as it comes.
  void app.register(async (files) => {
    files.removeAllContentTypeParsers();
    files.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    files.post<{ Querystring: z.infer<typeof ImportUploadQuery>; Body: Readable | undefined }>(
      "/api/imports",
      {
        config: { permission: "intake", audit: { action: "imports.upload", summary: "Upload a file of leads" } },
        schema: {
          summary: "Upload a CSV, TSV or Excel file, its bytes as the body",
          tags: ["imports"],
          querystring: ImportUploadQuery,
          response: { 201: LeadImport },
        },
      },
      async (request, reply) => {
        // Whoever is refused need not send the rest.
        reply.header("connection", "close");
        if (Number(request.headers["content-length"]) > LIMITS.import.fileBytes) throw fileTooLarge();
        const uploaded = await uploadImport(workspace, request.query.name, bytesOfBody(request.body));
        return reply.removeHeader("connection").code(201).send(uploaded);
      },
    );
  });
}

/** The body as it comes. It is not destroyed where reading ends early, because the answer goes over the same connection. */
async function* bytesOfBody(body: Readable | undefined): AsyncGenerator<Uint8Array> {
  try {
    for await (const bytes of body?.iterator({ destroyOnReturn: false }) ?? []) yield bytes as Uint8Array;
  } catch (error) {
    throw new AppError("upload_ended", 400, "The upload ended before the file was whole.", { cause: error });
  }
}
