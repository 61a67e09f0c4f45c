import pg from "pg";

const LOOK_MILLISECONDS = 3_000;

/** Which server of a database takes writes, where an address names several of which the others follow it. */
export interface Primary {
  /** The address of the one that was found last. */
  url(): string;
  /** Looks which one it is now; however many ask, they look once. Rejects while none takes writes. */
  find(): Promise<string>;
}

/**
 * The primary of an address of libpq's form with one host or several, `postgres://user@one:5432,two:5432/database`. With
 * several, as libpq does for target_session_attrs=read-write, it is the one that is not in recovery.
 */
export function createPrimary(address: string): Primary {
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
    url: () => found,
    find: () => {
      // The one server there is: connecting to it says best why it does not answer.
      if (urls.length === 1) return Promise.resolve(first);
      return (looking ??= look().finally(() => (looking = null)));
    },
  };
}

/** The address of each host that one address names. */
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
    // One that does not answer is not waited for.
    void client.end().catch(() => {});
  }
}

/** Throws when the connection is to a server that only follows another. */
export async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ follows: boolean }>("select pg_is_in_recovery() as follows");
  if (rows[0]?.follows !== false) throw new Error("The connection is to a server that follows another.");
}
