import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Readable } from "node:stream";
import { TOKEN_SCOPES } from "#shared/roles.ts";
import { MCP_METADATA_PATH, MCP_PATH, mcpUrl } from "#server/http/own-address.ts";
import { problem, sendProblem } from "#server/http/problem.ts";
import { callerOf } from "#server/features/accounts/access.ts";
import type { Workspace } from "#server/workspace.ts";

/** The MCP endpoint (Streamable HTTP, stateless), and its metadata for clients (RFC 9728). */
export function mcpRoutes(app: FastifyInstance, workspace: Workspace): void {
  app.route({
    method: ["GET", "POST", "DELETE"],
    url: MCP_PATH,
    config: { permission: "mcp", refusesOtherOrigins: true },
    schema: { hide: true },
    handler: async (request, reply) => {
      // Batches ended with protocol version 2025-06-18; one would make many calls count as one request.
      if (Array.isArray(request.body)) {
        return sendProblem(request, reply, problem("malformed", 400, "Send one message per request."));
      }
      const caller = await callerOf(workspace, request);
      if (caller === null) throw new Error("The guard let an unknown caller through.");
      // Imported with the first request, because most servers have none.
      const { answerMcp } = await import("#server/mcp/mcp-server.ts");
      return sendAnswer(reply, await answerMcp(webRequest(workspace, request, reply), { request, caller }));
    },
  });

  for (const url of [MCP_METADATA_PATH, MCP_METADATA_PATH.replace(MCP_PATH, "")]) {
    app.get(url, { config: { permission: "anyone" }, schema: { hide: true } }, (request, reply) =>
      reply.send({
        resource: mcpUrl(workspace, request),
        resource_name: "Winnow",
        bearer_methods_supported: ["header"],
        scopes_supported: TOKEN_SCOPES.filter((scope) => scope !== "metrics"),
      }),
    );
  }
}

/** The request without its body, which is already parsed. */
function webRequest(workspace: Workspace, request: FastifyRequest, reply: FastifyReply): Request {
  const gone = new AbortController();
  reply.raw.once("close", () => gone.abort());
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === "string" && !name.startsWith(":") ? [[name, value] as [string, string]] : [],
  );
  return new Request(mcpUrl(workspace, request), { method: request.method, headers, signal: gone.signal });
}

async function sendAnswer(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  reply.code(answer.status);
  for (const [name, value] of answer.headers) reply.header(name, value);
  const isStream = answer.headers.get("content-type")?.startsWith("text/event-stream") === true;
  if (isStream && answer.body !== null) return reply.send(Readable.fromWeb(answer.body));
  return reply.send(await answer.text());
}
