import type { FastifyInstance } from "fastify";
import { attachmentNamed } from "#server/http/attachment.ts";
import { route } from "#server/http/route.ts";
import { erasePerson, readmitPerson, readPerson } from "#server/features/people/people.ts";
import type { Workspace } from "#server/workspace.ts";

/** Personal data of one outside person: exporting and erasing it, and allowing it again. */
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
