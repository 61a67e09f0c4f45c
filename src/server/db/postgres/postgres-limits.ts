export const CONNECT_MILLISECONDS = 5_000;
/** Default statement timeout. */
export const STATEMENT_MILLISECONDS = 60_000;

/** Client-side timeout, above the server's own: for a server that doesn't even report its timeout. */
export function silenceAfter(statementMilliseconds: number): number {
  return Math.round(statementMilliseconds * 1.1);
}

export interface ListenerTiming {
  askMilliseconds: number;
  answerMilliseconds: number;
}

/** A connection dropped by the network looks open for minutes, so it is probed regularly and must answer in time. */
export function listenerTiming(statementMilliseconds: number): ListenerTiming {
  return { askMilliseconds: statementMilliseconds / 3, answerMilliseconds: statementMilliseconds / 6 };
}
