import type { FastifyInstance } from "fastify";
import { attachmentNamed } from "#server/api/attachment.ts";
import { route } from "#server/api/route.ts";
import { erasePerson, readmitPerson, readPerson } from "#server/workflows/people/people.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** What is known of one person outside: read as a file, erased, and let in again. */
export function peopleRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/people/{email}/data", async ({ params, reply }) => {
    const data = await readPerson(workspace, params.email);
    reply.header("content-disposition", attachmentNamed(`personal-data-${data.at.slice(0, 10)}`, ".json"));
    return data;
  });

  route(app, "DELETE /api/people/{email}", async ({ params }) => erasePerson(workspace, params.email));

  route(app, "POST /api/people/{email}/readmit", async ({ params }) => {
    await readmitPerson(workspace, params.email);
    return null;
  });
}
