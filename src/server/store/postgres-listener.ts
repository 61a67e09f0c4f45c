import pg from "pg";
import { setTimeout as delay } from "node:timers/promises";
import { createListeners } from "#server/store/listeners.ts";

const CHANNEL = "winnow";
/** PostgreSQL refuses payloads of 8,000 bytes and more. */
const MAX_BYTES = 7_999;
const BACKOFF = { first: 100, longest: 10_000 };

export interface Channel {
  publish(pool: pg.Pool, message: string): Promise<void>;
  subscribe(listener: (message: string) => void): () => void;
  close(): Promise<void>;
}

/**
 * Listens on a connection of its own, which is made anew whenever it breaks. What is published while it is broken is
 * not heard: afterwards listeners hear an empty message. Resolves once it listens; rejects when the first connection
 * fails.
 */
export async function listenOnPostgres(settings: pg.ClientConfig): Promise<Channel> {
  const listeners = createListeners();
  const closing = new AbortController();
  let client = await connect();

  async function connect(): Promise<pg.Client> {
    // It waits for notifications, not for answers, so no limit of time applies.
    const fresh = new pg.Client(settings);
    let lost = false;
    const reconnect = (): void => {
      if (lost || closing.signal.aborted) return;
      lost = true;
      void keepConnecting();
    };
    fresh.on("error", () => {});
    fresh.on("notification", ({ payload }) => {
      if (payload !== undefined) listeners.tell(payload);
    });
    await fresh.connect();
    await fresh.query(`listen ${CHANNEL}`);
    fresh.on("end", reconnect);
    return fresh;
  }

  async function keepConnecting(): Promise<void> {
    for (let wait = BACKOFF.first; !closing.signal.aborted; wait = Math.min(wait * 2, BACKOFF.longest)) {
      try {
        client = await connect();
        if (closing.signal.aborted) await client.end();
        else listeners.tell("");
        return;
      } catch {
        await delay(wait, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
  }

  return {
    async publish(pool, message) {
      if (Buffer.byteLength(message) > MAX_BYTES) {
        throw new Error(`A message of ${Buffer.byteLength(message)} bytes is too long to publish (${MAX_BYTES}).`);
      }
      await pool.query({ name: "winnow_publish", text: "select pg_notify($1, $2)", values: [CHANNEL, message] });
    },
    subscribe: (listener) => listeners.add(listener),
    async close() {
      closing.abort();
      await client.end();
    },
  };
}
