import pino, { type Logger, type SerializedError } from "pino";

export type Log = Logger;

/**
 * What the log says of an error: its kind, message, code and stack with those of its causes. Anything else on it stays
 * out, as PostgreSQL's `detail`, which quotes the row.
 */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack, code } = pino.stdSerializers.err(error) as SerializedError & { code?: unknown };
  return { type, message, stack, code };
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
