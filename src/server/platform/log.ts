import pino, { type Logger, type SerializedError } from "pino";
import { AppError } from "#server/platform/errors.ts";

export type Log = Logger;

/**
 * What the log says of an error: its kind, message, code and stack with those of its causes. Anything else on it stays
 * out, as PostgreSQL's `detail`, which quotes the row. Of an error that people see only the id and its cause's code:
 * its words are for them, and may quote a server that names a recipient.
 */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof AppError)
    return { type: error.name, id: error.id, status: error.status, code: codeOf(error.cause) };
  const { type, message, stack, code } = pino.stdSerializers.err(error) as SerializedError & { code?: unknown };
  return { type, message, stack, code };
}

function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
}

/**
 * The process's log: JSON lines on standard error, because standard output's first line is the address.
 * Nothing a person typed and no secret is ever passed to it.
 */
export function createLog(level: string): Log {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: loggedError } },
    pino.destination({ fd: 2, sync: false }),
  );
}
