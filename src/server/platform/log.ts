import pino, { type DestinationStream, type Logger, type SerializedError } from "pino";
import { acting } from "#server/platform/acting.ts";
import { AppError } from "#server/platform/errors.ts";

export type Log = Logger;

/**
 * What the log records of an error: kind, message, code and stack, and those of its causes. Everything else is dropped,
 * such as PostgreSQL's `detail`, which quotes the row. Of an error shown to people only the id and its cause's code are
 * logged: its text may quote a server that names a recipient.
 */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof AppError)
    return { type: error.name, id: error.id, status: error.status, code: codeOf(error.cause) };
  const { type, message, stack, code } = pino.stdSerializers.err(error) as SerializedError & { code?: unknown };
  if (!quotesData(error)) return { type, message, stack, code };
  return { type, message: withoutQuotes(message), stack: withoutQuotes(stack), code };
}

/** A parser's error quotes the input, and so do PostgreSQL's data exceptions (SQLSTATE class 22). */
function quotesData(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof SyntaxError || codeOf(error)?.startsWith("22") === true || quotesData(error.cause);
}

function withoutQuotes(text: string): string {
  return text.replaceAll(/"[^"]*"?|'[^']*'|`[^`]*`/gu, "“…”");
}

function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
}

/** The request and job a line belongs to. */
function belonging(): object {
  const { requestId, job } = acting();
  return {
    ...(requestId !== null && { reqId: requestId }),
    ...(job !== undefined && { jobId: job.id, jobKind: job.kind }),
  };
}

/**
 * The process's log: JSON lines on standard error, because standard output's first line is the address. Each line names
 * its request and job. Nothing a person typed and no secret is ever logged.
 */
export function createLog(
  level: string,
  destination: DestinationStream = pino.destination({ fd: 2, sync: false }),
): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: loggedError },
      mixin: belonging,
    },
    destination,
  );
}
