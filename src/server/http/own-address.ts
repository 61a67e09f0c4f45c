import type { FastifyRequest } from "fastify";
import type { Workspace } from "#server/workspace.ts";

export const MCP_PATH = "/mcp";
/** RFC 9728, 3.1: the well-known part precedes the resource's path. */
export const MCP_METADATA_PATH = `/.well-known/oauth-protected-resource${MCP_PATH}`;

/** The address of the MCP endpoint, under the name by which the caller reached the server unless one is configured. */
export function mcpUrl(workspace: Pick<Workspace, "publicUrl">, request: FastifyRequest): string {
  return `${ownOrigin(workspace, request)}${MCP_PATH}`;
}

/** Where its metadata is (RFC 9728). */
export function mcpMetadataUrl(workspace: Pick<Workspace, "publicUrl">, request: FastifyRequest): string {
  return `${ownOrigin(workspace, request)}${MCP_METADATA_PATH}`;
}

/** This server's origin: the configured one, else the one under which the caller reached it. */
export function ownOrigin({ publicUrl }: Pick<Workspace, "publicUrl">, { protocol, headers }: FastifyRequest): string {
  const reached = `${protocol}://${headers.host ?? ""}`;
  return new URL(publicUrl ?? (URL.canParse(reached) ? reached : "http://localhost")).origin;
}
