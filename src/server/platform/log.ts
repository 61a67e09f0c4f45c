import pino, { type Logger } from "pino";

export type Log = Logger;

/**
 * The process's log: JSON lines on standard error, because standard output's first line is the address.
 * Nothing a person typed and no secret is ever passed to it.
 */
export function createLog(level: string): Log {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: false }),
  );
}
