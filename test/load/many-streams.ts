import { Agent, get, type IncomingMessage } from "node:http";

/** Event streams that stay open. */
export interface ManyStreams {
  readonly open: number;
  /** The number of rejected streams. */
  readonly refused: number;
  /** Calls `cause`, and resolves with the milliseconds until every stream has received something. */
  heardByAll(cause: () => Promise<void>): Promise<number>;
  close(): void;
}

/** Opens this many streams, a hundred at a time, with these cookies in turn. */
export async function openStreams(url: string, cookies: readonly string[], count: number): Promise<ManyStreams> {
  const agent = new Agent({ keepAlive: false, maxSockets: Infinity });
  const streams: IncomingMessage[] = [];
  let refused = 0;
  const open = (cookie: string): Promise<void> =>
    new Promise((resolve) => {
      get(`${url}/api/events`, { agent, headers: { cookie } }, (answer) => {
        if (answer.statusCode === 200) streams.push(answer.resume());
        else refused += 1;
        resolve();
      }).on("error", () => {
        refused += 1;
        resolve();
      });
    });
  for (let from = 0; from < count; from += 100) {
    const some = Array.from(
      { length: Math.min(100, count - from) },
      (_, n) => cookies[(from + n) % cookies.length] ?? "",
    );
    await Promise.all(some.map(open));
  }
  return {
    open: streams.length,
    refused,
    async heardByAll(cause) {
      const begun = performance.now();
      const heard = streams.map(
        (stream) =>
          new Promise<void>((resolve) => {
            const listen = (bytes: Buffer): void => {
              if (!bytes.includes("event: changed")) return;
              stream.off("data", listen);
              resolve();
            };
            stream.on("data", listen);
          }),
      );
      await cause();
      await Promise.all(heard);
      return performance.now() - begun;
    },
    close() {
      for (const stream of streams) stream.destroy();
    },
  };
}
