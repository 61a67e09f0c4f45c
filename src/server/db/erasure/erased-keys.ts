import { createHmac, randomBytes } from "node:crypto";
import type { Engine, WorkRunner } from "#server/db/engine/engine.ts";
import { all, first, run, sql, type Work } from "#server/db/engine/sql.ts";
import type { Table } from "#server/db/engine/table.ts";
import type { ChangedLead } from "#server/db/leads/lead-rows.ts";

export const ERASURE_SALT: Table = {
  name: "erasure_salt",
  // Without the salt, the hashes could no longer identify who was erased.
  backup: "all",
  people: { none: "random" },
};

export const ERASED_KEYS: Table = {
  name: "erased_keys",
  backup: "all",
  people: { none: "hashes of erased people's identifiers" },
};

/** A key that identifies a person. A source row's key includes the source's id. */
export type PersonKey =
  | { kind: "email"; key: string }
  | { kind: "phone"; key: string }
  | { kind: "row"; sourceId: string; key: string };

const SALT_BYTES = 32;

/**
 * Stores a key as HMAC-SHA-256 (RFC 2104) with a random salt of this database. The salt is in the database and not in
 * the key file, because erased people must stay erased after a restore without secrets and after a move to another
 * server, which has a different key file. Anyone with the whole database can therefore test guesses against the hashes,
 * but can't read names or addresses from them.
 */
function hashOf(salt: string, key: PersonKey): string {
  const source = key.kind === "row" ? key.sourceId : "0";
  return createHmac("sha256", Buffer.from(salt, "base64url"))
    .update(`${key.kind}\0${source}\0${key.key}`)
    .digest("base64url");
}

/** Null when no one was ever erased. */
function* readSalt(): Work<string | null> {
  return (yield* first(sql<{ salt: string }>`select salt from erasure_salt`))?.salt ?? null;
}

/** The advisory lock of an erasure that begins, shared by batches of leads. */
const ERASING = 7_468;

/** Has an erasure that begins wait until this transaction ends. Called before anything else is locked. */
export function* holdOffErasures(engine: Engine): Work<void> {
  if (engine.name === "postgres") yield* run(sql`select pg_advisory_xact_lock_shared(${ERASING})`);
}

/**
 * Blocks a person before their data is searched. Leads that were checked before are stored when it returns, and later
 * ones are refused.
 */
export async function blockErased(engine: WorkRunner, keys: readonly PersonKey[]): Promise<void> {
  // Separately: a batch that waits for the lock sees the salt as it was before.
  await engine.transact(makeSalt);
  await engine.transact(function* () {
    if (engine.name === "postgres") yield* run(sql`select pg_advisory_xact_lock(${ERASING})`);
    yield* rememberErased(engine, keys, null);
  });
}

function* makeSalt(): Work<string> {
  const fresh = randomBytes(SALT_BYTES).toString("base64url");
  yield* run(sql`insert into erasure_salt (id, salt) values (1, ${fresh}) on conflict (id) do nothing`);
  return (yield* readSalt()) ?? fresh;
}

/**
 * Stores these keys as one erased person's, identified from now on by the first one. `at` is when the erasure was done,
 * null before that: this distinguishes a backup made in between, which still contains the person, from a later one.
 */
export function* rememberErased(engine: WorkRunner, keys: readonly PersonKey[], at: string | null): Work<void> {
  const salt = yield* makeSalt();
  const hashes = [...new Set(keys.map((key) => hashOf(salt, key)))];
  const [person] = hashes;
  const rows = hashes.map((key_hash) => ({ key_hash, person_hash: person, at: at ?? "" }));
  const known = at === null ? "do nothing" : "do update set at = excluded.at";
  yield* engine.sql.insertMany("erased_keys", rows, `on conflict (key_hash, person_hash) ${known}`);
}

/** Returns the keys that belong to an erased person. */
export function* erasedAmong<K extends PersonKey>(engine: WorkRunner, keys: readonly K[]): Work<K[]> {
  if (keys.length === 0) return [];
  const salt = yield* readSalt();
  if (salt === null) return [];
  const hashes = keys.map((key) => hashOf(salt, key));
  const found = yield* all(
    sql<{ key_hash: string }>`select key_hash from erased_keys where ${engine.sql.isOneOf("key_hash", hashes)}`,
  );
  const erased = new Set(found.map(({ key_hash }) => key_hash));
  return keys.filter((_, index) => erased.has(hashes[index] ?? ""));
}

/**
 * Deletes every key of an erased person, so that they can be added again; false when no one with this address was
 * erased.
 */
export function* forgetErased(engine: WorkRunner, emailKey: string): Work<boolean> {
  const salt = yield* readSalt();
  if (salt === null) return false;
  const hash = hashOf(salt, { kind: "email", key: emailKey });
  const found = yield* all(sql<{ person_hash: string }>`select person_hash from erased_keys where key_hash = ${hash}`);
  const people = found.map(({ person_hash }) => person_hash);
  if (people.length > 0) yield* run(sql`delete from erased_keys where ${engine.sql.isOneOf("person_hash", people)}`);
  return people.length > 0;
}

/** Deletes the keys of a person whose erasure has begun and was given up. */
export function* forgetUnfinished(emailKey: string): Work<void> {
  const salt = yield* readSalt();
  if (salt === null) return;
  const hash = hashOf(salt, { kind: "email", key: emailKey });
  yield* run(sql`delete from erased_keys where person_hash = ${hash} and at = ''`);
}

/** The pseudonym of an erased address, for data that must outlive the erasure: whether it may be emailed. */
export function* erasedAddress(emailKey: string): Work<string | null> {
  const salt = yield* readSalt();
  return salt === null ? null : `erased:${hashOf(salt, { kind: "email", key: emailKey })}`;
}

/** An address, or else the rest of a run without one, which would otherwise be searched again from each character. */
const ADDRESS = /([^\s"'<>()[\]{},;:=&\\]+?(?:@|%40)[^\s"'<>()[\]{},;:=&?\\/]+)|[^\s"'<>()[\]{},;:=&\\]+/gu;

/** Addresses of erased people found in texts, in lower case. */
export function* erasedAddressesIn(engine: WorkRunner, texts: readonly string[]): Work<Set<string>> {
  if ((yield* readSalt()) === null) return new Set();
  const keys = [...addressesIn(texts)].map((key) => ({ kind: "email" as const, key }));
  return new Set((yield* erasedAmong(engine, keys)).map(({ key }) => key));
}

/** Everything in texts that looks like an email address, in lower case. */
export function addressesIn(texts: readonly string[]): Set<string> {
  const addresses = new Set<string>();
  for (const text of texts) {
    for (const [, found] of text.matchAll(ADDRESS)) {
      if (found !== undefined)
        addresses.add(
          found
            .replace(/%40/u, "@")
            .toLowerCase()
            .replace(/(?<!\.)\.+$/u, ""),
        );
    }
  }
  return addresses;
}

/** Checks keys against erased people without database access, for scanning a whole store. */
export function erasedTester(salt: string, keyHashes: ReadonlySet<string>): (key: PersonKey) => boolean {
  return (key) => keyHashes.has(hashOf(salt, key));
}

/** Returns the changes that would give a lead the identity of an erased person, by the same matching as intake. */
export function* becomingErased<C extends ChangedLead>(engine: Engine, changes: readonly C[]): Work<Set<C>> {
  const comers = changes.flatMap((change) => newKeysOf(change).map((key) => ({ ...key, change })));
  return new Set((yield* erasedAmong(engine, comers)).map(({ change }) => change));
}

/** The identifying keys a change adds. Colleagues share phones, so a phone only identifies a lead without an email. */
function newKeysOf({ before, after }: ChangedLead): PersonKey[] {
  if (after.emailKey !== null) {
    return after.emailKey === before.emailKey ? [] : [{ kind: "email", key: after.emailKey }];
  }
  if (after.phoneKey === null || after.phoneKey === before.phoneKey) return [];
  return [{ kind: "phone", key: after.phoneKey }];
}
