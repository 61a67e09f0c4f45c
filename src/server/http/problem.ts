import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { AppError } from "#server/platform/errors.ts";
import type { Problem } from "#shared/contract/common.ts";

// Importing node:http from an ES module also loads fetch and WebSocket, 14 MB that nothing here uses.
const { STATUS_CODES } = process.getBuiltinModule("node:http");

/** Problem ids of malformed requests, by the framework's code. */
const FRAMEWORK_ERRORS: Record<string, { id: string; status: number; detail: string }> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    id: "too_large",
    status: 413,
    detail: "The request is larger than 1 MB. Send less at once.",
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    id: "unsupported_media_type",
    status: 415,
    detail: "Send the body as application/json.",
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    id: "malformed",
    status: 400,
    detail: "The body's length doesn't match its Content-Length.",
  },
  FST_ERR_BAD_URL: { id: "malformed", status: 400, detail: "The address isn't valid." },
  FST_ERR_MAX_PARAM_LENGTH: { id: "not_found", status: 404, detail: "There's nothing at this address." },
  FST_ERR_VALIDATION: { id: "invalid", status: 400, detail: "The request isn't valid." },
};

/**
 * The one exit for errors: RFC 9457 problem details. Unexpected errors are logged and sent as a plain 500 without their
 * message.
 */
export function installProblems(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) =>
    sendProblem(request, reply, toProblem(error as FastifyError, request)),
  );
}

/** For what the framework refuses before any hook or handler runs. */
export function sendFrameworkProblem(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  sendProblem(request, reply, toProblem(error, request));
}

/** Sends a problem with its status, media type and headers. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Problem & { retryAfter?: number },
): FastifyReply {
  const { retryAfter, ...body } = answer;
  if (retryAfter !== undefined) reply.header("retry-after", String(retryAfter));
  return reply
    .code(answer.status)
    .type("application/problem+json; charset=utf-8")
    .serializer(JSON.stringify)
    .send({ ...body, instance: `urn:uuid:${request.id}` });
}

/** A problem for what is refused before a route is reached. */
export function problem(id: string, status: number, detail: string): Problem {
  return { type: `urn:winnow:problem:${id}`, title: STATUS_CODES[status] ?? "Error", status, detail };
}

function toProblem(error: FastifyError, request: FastifyRequest): Problem & { retryAfter?: number } {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = error.validation.map((issue) => ({
      field: issue.instancePath.slice(1).replaceAll("/", ".") || (error.validationContext ?? "body"),
      message: issue.message ?? "isn't valid",
    }));
    // The body was understood but isn't acceptable; a bad path or query is a malformed request.
    const status = error.validationContext === "body" ? 422 : 400;
    const detail = errors.map((one) => `${one.field}: ${one.message}`).join("; ");
    return { ...problem("invalid", status, detail), errors };
  }
  if (error instanceof AppError) {
    if (error.status >= 500) request.log.warn({ err: error, reqId: request.id }, "request failed");
    return {
      ...error.members,
      ...problem(error.id, error.status, error.message),
      ...(error.fields.length > 0 && { errors: error.fields }),
      ...(error.retryAfterSeconds !== undefined && { retryAfter: error.retryAfterSeconds }),
    };
  }
  const known = FRAMEWORK_ERRORS[error.code];
  if (known !== undefined) return problem(known.id, known.status, known.detail);
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return problem("malformed", error.statusCode, "The request couldn't be read. Check that its body is valid JSON.");
  }
  request.log.error({ err: error, reqId: request.id }, "unexpected error");
  return problem("internal", 500, "Something went wrong on the server. Nothing was changed; the log has the details.");
}
