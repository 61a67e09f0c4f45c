import type { FastifyReply, FastifyRequest } from "fastify";
import { sessionOfCookies, setSessionCookie } from "#server/features/accounts/session-cookie.ts";
import { endReplacedSession } from "#server/features/accounts/sessions.ts";
import type { Workspace } from "#server/workspace.ts";

/** Sets the cookie of a new session and ends the browser's previous one. */
export async function keepNewSession(
  workspace: Workspace,
  request: FastifyRequest,
  reply: FastifyReply,
  secret: string,
): Promise<void> {
  await endReplacedSession(workspace, sessionOfCookies(workspace, request));
  setSessionCookie(workspace, request, reply, secret);
}
