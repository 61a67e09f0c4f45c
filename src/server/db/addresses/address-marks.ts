import type { AddressMark, AddressQuality } from "#shared/contract/leads/address-quality.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { all, first, isRowId, run, sql, type Sql, type Work } from "#server/db/engine/sql.ts";
import { followRules, type Scored } from "#server/db/rules/rescore-wanted.ts";
import { type RecordOf, rowCodec, stored, type StoredRow, type Table } from "#server/db/engine/table.ts";

export const MAIL_DOMAINS: Table = {
  name: "mail_domains",
  backup: { skip: "a cache of DNS answers" },
  people: { none: "public DNS data about domains, deleted when it expires" },
};

const CODEC = rowCodec({
  leadId: stored.id("id"),
  /** Null for a lead without an email. */
  key: stored.plain<string | null>("email_key"),
  quality: stored.plain<AddressQuality | null>("address_quality"),
  reason: stored.plain<string>("address_reason"),
  /** Why our own email to it came back; null if none did. */
  bounce: stored.plain<string | null>(),
});

/** A lead whose address is checked, and its mark so far. */
export type AddressToCheck = RecordOf<typeof CODEC>;

/** What DNS says about a domain until a time (ISO 8601 UTC). */
export interface KnownMailDomain {
  domain: string;
  result: "good" | "bad" | "unknown";
  reason: string;
  validUntil: string;
}

/** A new mark, and when the address is checked again (ISO 8601 UTC); null for a lead without an email. */
export interface CheckedAddress {
  leadId: string;
  mark: AddressMark | null;
  /** As it was when the address was read. */
  bounce: string | null;
  due: string | null;
}

/** Whether rules look at the quality of addresses, and the version of these rules. */
export interface Scoring extends Required<Scored> {
  asksQuality: boolean;
}

/** Marks of leads' addresses, and what is known about their domains. */
export function addressStore(engine: Engine) {
  return {
    /** When the next address is due; empty for at once, null without any. */
    nextDue: () =>
      engine.run(function* () {
        const next = sql<{ due: string }>`
          select address_check_due as due from leads where address_check_due is not null
          order by address_check_due limit 1`;
        return (yield* first(next))?.due ?? null;
      }),

    /** Addresses due at this time, longest first. */
    due: (at: string, limit: number) =>
      engine.run(() =>
        toCheck(sql`select * from leads where address_check_due <= ${at} order by address_check_due limit ${limit}`),
      ),

    /** The address of a lead; null without that lead. */
    ofLead: (leadId: string) =>
      engine.run(function* () {
        if (!isRowId(leadId)) return null;
        return (yield* toCheck(sql`select * from leads where id = ${leadId}`))[0] ?? null;
      }),

    /** Those of the domains that are known at this time. */
    knownDomains: (domains: readonly string[], at: string) =>
      engine.run(() =>
        all(sql<KnownMailDomain>`
          select domain, result, reason, valid_until as "validUntil" from mail_domains
          where ${engine.sql.isOneOf("domain", domains)} and valid_until > ${at}`),
      ),

    /**
     * Stores marks with the domains they come from, in one transaction. Skips leads with another address by now. Leads
     * whose quality changes are marked as unscored if rules look at it.
     */
    write: (checked: readonly CheckedAddress[], domains: readonly KnownMailDomain[], scoring: Scoring) =>
      engine.transact(
        function* () {
          if (domains.length > 0) {
            const rows = domains.map(({ validUntil, ...known }) => ({ ...known, valid_until: validUntil }));
            yield* engine.sql.insertMany(
              "mail_domains",
              rows,
              `on conflict (domain) do update set
                result = excluded.result, reason = excluded.reason, valid_until = excluded.valid_until`,
            );
          }
          for (const group of alike(checked)) yield* writeMark(engine, group, scoring);
          yield* followRules(engine, scoring);
        },
        { isPart: true },
      ),

    /** Deletes domains that were known until before this time. */
    forget: (before: string) => engine.transact(() => run(sql`delete from mail_domains where valid_until < ${before}`)),
  };
}

/** Requests a new check of an address. */
export function* recheckAddress(key: string): Work<void> {
  yield* run(sql`update leads set address_check_due = '' where email_key = ${key}`);
}

function* toCheck(leads: Sql): Work<AddressToCheck[]> {
  const rows = yield* all(
    sql<StoredRow>`
      select l.id, l.email_key, l.address_quality, l.address_reason, s.reason as bounce from (${leads}) l
      left join mail_suppressions s on s.address = l.email_key and s.kind = 'unreachable'`,
  );
  return rows.map(CODEC.toRecord);
}

/** Leads with the same mark, which share one statement. */
function alike(checked: readonly CheckedAddress[]): CheckedAddress[][] {
  return [...Map.groupBy(checked, ({ mark, due }) => `${mark?.quality} ${due} ${mark?.reason}`).values()];
}

function* writeMark(engine: Engine, group: readonly CheckedAddress[], { asksQuality }: Scoring): Work<void> {
  const ids = group.map(({ leadId }) => leadId);
  const keys = group.flatMap(({ mark }) => mark?.key ?? []);
  const [one] = group;
  const quality = one?.mark?.quality ?? null;
  // A new quality is a new text for rules to search, so it counts as a revision.
  const isNew = sql`coalesce(address_quality, '') <> ${quality ?? ""}`;
  const unscored = asksQuality ? sql`, processed_at = case when ${isNew} then null else processed_at end` : sql``;
  // A bounce that arrived during the check requested another one.
  const isLate =
    one?.bounce === null
      ? sql`and not exists (
          select 1 from mail_suppressions s where s.address = leads.email_key and s.kind = 'unreachable')`
      : sql``;
  const isSame = keys.length === 0 ? sql`email_key is null` : engine.sql.isOneOf("email_key", keys);
  yield* run(sql`
    update leads set address_quality = ${quality}, address_reason = ${one?.mark?.reason ?? ""},
      address_check_due = ${one?.due ?? null},
      revision = case when ${isNew} then revision + 1 else revision end${unscored}
    where ${engine.sql.isOneOf("id", ids)} and ${isSame} ${isLate}`);
}
