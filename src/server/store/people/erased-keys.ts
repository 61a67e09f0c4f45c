import { createHmac, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { WorkRunner } from "#server/store/engine.ts";
import { all, first, run, type Work } from "#server/store/work.ts";

/** What somebody is known by. The row of a source is told with the source's id. */
export type PersonKey =
  | { kind: "email"; key: string }
  | { kind: "phone"; key: string }
  | { kind: "row"; sourceId: string; key: string };

const SALT_BYTES = 32;

/**
 * What a key is remembered as: HMAC-SHA-256 (RFC 2104) under a random salt of this database. The salt stands in the
 * database and not in the key file, because whoever was erased must stay out after a restore without secrets and after
 * a move to another server, where that key is another. So whoever holds the whole database can test a guess against the
 * hashes; nobody can read a name or an address from them.
 */
function hashOf(salt: string, key: PersonKey): string {
  const source = key.kind === "row" ? key.sourceId : "0";
  return createHmac("sha256", Buffer.from(salt, "base64url"))
    .update(`${key.kind}\0${source}\0${key.key}`)
    .digest("base64url");
}

/** Null while nobody was ever erased. */
function* readSalt(): Work<string | null> {
  return (yield* first(sql<{ salt: string }>`select salt from erasure_salt`))?.salt ?? null;
}

/** Remembers these keys as those of one person, known from now on by the first of them. */
export function* rememberErased(engine: WorkRunner, keys: readonly PersonKey[], at: string): Work<void> {
  const fresh = randomBytes(SALT_BYTES).toString("base64url");
  yield* run(sql`insert into erasure_salt (id, salt) values (1, ${fresh}) on conflict (id) do nothing`);
  const salt = (yield* readSalt()) ?? fresh;
  const hashes = [...new Set(keys.map((key) => hashOf(salt, key)))];
  const [person] = hashes;
  const rows = hashes.map((key_hash) => ({ key_hash, person_hash: person, at }));
  yield* engine.sql.insertMany("erased_keys", rows, "on conflict (key_hash, person_hash) do nothing");
}

/** Those of these keys that somebody erased was known by. */
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

/** Lets a person in again by everything that they were known by; false when nobody with this address was erased. */
export function* forgetErased(engine: WorkRunner, emailKey: string): Work<boolean> {
  const salt = yield* readSalt();
  if (salt === null) return false;
  const hash = hashOf(salt, { kind: "email", key: emailKey });
  const found = yield* all(sql<{ person_hash: string }>`select person_hash from erased_keys where key_hash = ${hash}`);
  const people = found.map(({ person_hash }) => person_hash);
  if (people.length > 0) yield* run(sql`delete from erased_keys where ${engine.sql.isOneOf("person_hash", people)}`);
  return people.length > 0;
}

/** What stands for an address that was erased where its being known still matters: whether mail may go there. */
export function* erasedAddress(emailKey: string): Work<string | null> {
  const salt = yield* readSalt();
  return salt === null ? null : `erased:${hashOf(salt, { kind: "email", key: emailKey })}`;
}

const ADDRESS = /[^\s"'<>()[\]{},;:=&\\]+?(?:@|%40)[^\s"'<>()[\]{},;:=&?\\/]+/gu;

/** The addresses in texts that somebody erased was known by, in lower case. */
export function* erasedAddressesIn(engine: WorkRunner, texts: readonly string[]): Work<Set<string>> {
  if ((yield* readSalt()) === null) return new Set();
  const keys = [...addressesIn(texts)].map((key) => ({ kind: "email" as const, key }));
  return new Set((yield* erasedAmong(engine, keys)).map(({ key }) => key));
}

/** Everything in texts that looks like an e-mail address, in lower case. */
export function addressesIn(texts: readonly string[]): Set<string> {
  const addresses = new Set<string>();
  for (const text of texts) {
    for (const [found] of text.matchAll(ADDRESS)) {
      addresses.add(found.replace(/%40/u, "@").toLowerCase().replace(/[.]+$/u, ""));
    }
  }
  return addresses;
}

/** Tells without the database whether somebody erased was known by a key: for a whole store that is looked through. */
export function erasedTester(salt: string, keyHashes: ReadonlySet<string>): (key: PersonKey) => boolean {
  return (key) => keyHashes.has(hashOf(salt, key));
}
