import pg from "pg";
import { setTimeout as delay } from "node:timers/promises";
import { createListeners } from "#server/db/engine/listeners.ts";
import type { ListenerTiming } from "#server/db/postgres/postgres-limits.ts";

/** Changes, for every process; and messages between job queues. */
const CHANNELS = ["winnow", "winnow_jobs"] as const;
type ChannelName = (typeof CHANNELS)[number];
/** PostgreSQL rejects payloads of 8,000 bytes and more. */
const MAX_BYTES = 7_999;
const BACKOFF = { first: 100, longest: 2_000 };

export interface Channel {
  publish(pool: pg.Pool, channel: ChannelName, message: string): Promise<void>;
  subscribe(channel: ChannelName, listener: (message: string) => void): () => void;
  close(): Promise<void>;
}

/**
 * Listens on a dedicated connection to the server that the settings name at that time, and reconnects when it breaks or
 * stops responding. Messages published while disconnected are lost: listeners get an empty message afterward. Resolves
 * once it listens; rejects when the first connection fails.
 */
export async function listenOnPostgres(
  settingsNow: () => Promise<pg.ClientConfig>,
  { askMilliseconds, answerMilliseconds }: ListenerTiming,
): Promise<Channel> {
  const listeners = { winnow: createListeners(), winnow_jobs: createListeners() };
  const closing = new AbortController();
  let last: Promise<unknown> = Promise.resolve();
  let client = await connect();

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({ ...(await settingsNow()), query_timeout: answerMilliseconds });
    let lost = false;
    const reconnect = (): void => {
      if (lost || closing.signal.aborted) return;
      lost = true;
      void keepConnecting();
    };
    fresh.on("error", () => {});
    fresh.on("notification", ({ channel, payload }) => {
      const name = CHANNELS.find((known) => known === channel);
      if (name !== undefined && payload !== undefined) listeners[name].notify(payload);
    });
    await fresh.connect();
    const ask = async (text: string): Promise<void> => {
      try {
        await fresh.query(text);
      } catch (error) {
        fresh.end().catch(() => {});
        throw error;
      }
    };
    await ask(CHANNELS.map((channel) => `listen ${channel}`).join("; "));
    const asking = setInterval(() => void ask("select 1").catch(() => {}), askMilliseconds);
    fresh.on("end", () => {
      clearInterval(asking);
      reconnect();
    });
    return fresh;
  }

  async function keepConnecting(): Promise<void> {
    for (let wait = BACKOFF.first; !closing.signal.aborted; wait = Math.min(wait * 2, BACKOFF.longest)) {
      try {
        client = await connect();
        if (closing.signal.aborted) await client.end();
        else for (const channel of CHANNELS) listeners[channel].notify("");
        return;
      } catch {
        await delay(wait, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
  }

  return {
    async publish(pool, channel, message) {
      if (Buffer.byteLength(message) > MAX_BYTES) {
        throw new Error(
          `The message is too long to publish: ${Buffer.byteLength(message)} of at most ${MAX_BYTES} bytes.`,
        );
      }
      // One at a time: on another connection of the pool, a message could overtake an earlier one.
      const sent = last.then(() => pool.query({ text: "select pg_notify($1, $2)", values: [channel, message] }));
      last = sent.catch(() => {});
      await sent;
    },
    subscribe: (channel, listener) => listeners[channel].add(listener),
    async close() {
      closing.abort();
      await client.end();
    },
  };
}
