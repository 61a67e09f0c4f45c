import pg from "pg";
import { setTimeout as delay } from "node:timers/promises";
import { createListeners } from "#server/store/listeners.ts";

/** What changed, for every process; and what the queues of jobs tell each other. */
const CHANNELS = ["winnow", "winnow_jobs"] as const;
type ChannelName = (typeof CHANNELS)[number];
/** PostgreSQL refuses payloads of 8,000 bytes and more. */
const MAX_BYTES = 7_999;
const BACKOFF = { first: 100, longest: 2_000 };

export interface Channel {
  publish(pool: pg.Pool, channel: ChannelName, message: string): Promise<void>;
  subscribe(channel: ChannelName, listener: (message: string) => void): () => void;
  close(): Promise<void>;
}

/**
 * Listens on a connection of its own, to where the settings lead at that moment, which is made anew whenever it breaks. What is published while it is broken is
 * not heard: afterwards listeners hear an empty message. Resolves once it listens; rejects when the first connection
 * fails.
 */
export async function listenOnPostgres(settingsNow: () => Promise<pg.ClientConfig>): Promise<Channel> {
  const listeners = { winnow: createListeners(), winnow_jobs: createListeners() };
  const closing = new AbortController();
  let client = await connect();

  async function connect(): Promise<pg.Client> {
    // It waits for notifications, not for answers, so no limit of time applies.
    const fresh = new pg.Client(await settingsNow());
    let lost = false;
    const reconnect = (): void => {
      if (lost || closing.signal.aborted) return;
      lost = true;
      void keepConnecting();
    };
    fresh.on("error", () => {});
    fresh.on("notification", ({ channel, payload }) => {
      const name = CHANNELS.find((known) => known === channel);
      if (name !== undefined && payload !== undefined) listeners[name].tell(payload);
    });
    await fresh.connect();
    await fresh.query(CHANNELS.map((channel) => `listen ${channel}`).join("; "));
    fresh.on("end", reconnect);
    return fresh;
  }

  async function keepConnecting(): Promise<void> {
    for (let wait = BACKOFF.first; !closing.signal.aborted; wait = Math.min(wait * 2, BACKOFF.longest)) {
      try {
        client = await connect();
        if (closing.signal.aborted) await client.end();
        else for (const channel of CHANNELS) listeners[channel].tell("");
        return;
      } catch {
        await delay(wait, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
  }

  return {
    async publish(pool, channel, message) {
      if (Buffer.byteLength(message) > MAX_BYTES) {
        throw new Error(`A message of ${Buffer.byteLength(message)} bytes is too long to publish (${MAX_BYTES}).`);
      }
      await pool.query({ text: "select pg_notify($1, $2)", values: [channel, message] });
    },
    subscribe: (channel, listener) => listeners[channel].add(listener),
    async close() {
      closing.abort();
      await client.end();
    },
  };
}
