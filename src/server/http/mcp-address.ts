import type { FastifyRequest } from "fastify";
import type { Workspace } from "#server/workspace.ts";

export const MCP_PATH = "/mcp";
/** RFC 9728, 3.1: the well-known part precedes the resource's path. */
export const MCP_METADATA_PATH = `/.well-known/oauth-protected-resource${MCP_PATH}`;

/** The address of the MCP endpoint, under the name by which the caller reached the server unless one is configured. */
export function mcpUrl({ publicUrl }: Pick<Workspace, "publicUrl">, { protocol, headers }: FastifyRequest): string {
  return `${originOf(publicUrl, protocol, headers.host)}${MCP_PATH}`;
}

/** Where its metadata is (RFC 9728). */
export function mcpMetadataUrl(workspace: Pick<Workspace, "publicUrl">, request: FastifyRequest): string {
  return `${originOf(workspace.publicUrl, request.protocol, request.headers.host)}${MCP_METADATA_PATH}`;
}

function originOf(publicUrl: string | null, protocol: string, host = ""): string {
  const reached = `${protocol}://${host}`;
  return new URL(publicUrl ?? (URL.canParse(reached) ? reached : "http://localhost")).origin;
}
