import pg from "pg";

const LOOK_MILLISECONDS = 3_000;

/**
 * The primary of a URL in libpq's format with one host or several, `postgres://user@one:5432,two:5432/database`. With
 * several, it is the one that is not in recovery, like libpq's target_session_attrs=read-write.
 */
export function createPrimary(address: string) {
  const urls = urlsOf(address);
  const [first = address] = urls;
  let found = first;
  let looking: Promise<string> | null = null;
  const look = async (): Promise<string> => {
    found = await Promise.any(urls.map(withWrites)).catch((error: unknown) => {
      throw error instanceof AggregateError ? error.errors[0] : error;
    });
    return found;
  };
  return {
    /** The URL of the server found last. */
    url: () => found,
    /** Finds the current primary; concurrent calls share one lookup. Rejects while no server accepts writes. */
    find: (): Promise<string> => {
      // With a single server, connecting to it gives the most useful error.
      if (urls.length === 1) return Promise.resolve(first);
      return (looking ??= look().finally(() => (looking = null)));
    },
  };
}

export type Primary = ReturnType<typeof createPrimary>;

/** Splits a URL into one for each host. */
export function urlsOf(address: string): string[] {
  const [, scheme = "", login = "", hosts = "", rest = ""] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/su.exec(address) ?? [];
  if (!hosts.includes(",")) return [address];
  return hosts.split(",").map((host) => `${scheme}${login}${host}${rest}`);
}

async function withWrites(url: string): Promise<string> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "winnow",
    connectionTimeoutMillis: LOOK_MILLISECONDS,
    query_timeout: LOOK_MILLISECONDS,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    await refuseStandby(client);
    return url;
  } finally {
    // Not awaited, because the server may not respond.
    void client.end().catch(() => {});
  }
}

/** Throws when the connection is to a standby. */
export async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ follows: boolean }>("select pg_is_in_recovery() as follows");
  if (rows[0]?.follows !== false) throw new Error("The connection is to a replica.");
}
