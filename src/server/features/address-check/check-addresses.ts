import type { AddressQuality } from "#shared/contract/leads/address-quality.ts";
import { DAY, HOUR } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import { checkMailDomain, type MailDomain } from "#server/delivery/mail/mail-domain.ts";
import type { AddressToCheck, CheckedAddress, KnownMailDomain } from "#server/db/addresses/address-marks.ts";
import { withLease } from "#server/jobs/queue/with-lease.ts";
import { isImporting } from "#server/features/duplicates/find-duplicates.ts";
import { decideMark } from "#server/features/address-check/decide-mark.ts";
import { startRescore } from "#server/features/rules/rescore.ts";
import { readScoringContext } from "#server/features/rules/scoring-context.ts";
import type { Workspace } from "#server/workspace.ts";

const { batch: BATCH, batches: BATCHES, lookUps: LOOK_UPS, retryHours, recheckDays, cacheDays } = LIMITS.addressCheck;

const LOOKUPS_OFF: MailDomain = { result: "unknown", reason: "DNS lookups are turned off.", seconds: 0 };

/**
 * Checks the addresses that are due, many leads at a time and each domain once, up to a maximum; the schedule continues
 * with the rest. Waits while an import has the database to itself. Once no domain of a batch could be looked up, the
 * following batches look up none, but shared, disposable and bounced addresses are still found. Returns how many leads
 * it checked.
 */
export async function checkAddresses(workspace: Workspace): Promise<number> {
  const { store, clock, feed } = workspace;
  let checked = 0;
  let hasChanged = false;
  await withLease(workspace, "address-check", async (signal) => {
    let mayLookUp = true;
    for (let batch = 0; batch < BATCHES && !signal.aborted; batch += 1) {
      const due = await store.addresses.due(clock().toISOString(), BATCH);
      if (due.length === 0 || (await isImporting(workspace))) break;
      const looked = await lookUp(workspace, due, { mayLookUp, signal });
      if (signal.aborted) break;
      if (looked.isOffline) mayLookUp = false;
      hasChanged = (await writeMarks(workspace, due, looked)) || hasChanged;
      checked += due.length;
    }
  });
  if (hasChanged) feed.changed(["leads"]);
  return checked;
}

/** Checks one lead's address before it gets email, unless its domain was looked up within its time to live. */
export async function checkAddressOf(workspace: Workspace, leadId: string): Promise<void> {
  const address = await workspace.store.addresses.ofLead(leadId);
  if (address === null) return;
  const looked = await lookUp(workspace, [address], { mayLookUp: true, signal: workspace.stopping });
  if (await writeMarks(workspace, [address], looked)) workspace.feed.changed(["leads"], [leadId]);
}

interface LookedUp {
  /** By domain. */
  known: ReadonlyMap<string, Pick<MailDomain, "result" | "reason">>;
  /** To be cached. */
  fresh: KnownMailDomain[];
  /** Several domains were looked up, none of them successfully. */
  isOffline: boolean;
}

async function lookUp(
  { store, clock, dnsQuery }: Workspace,
  addresses: readonly AddressToCheck[],
  { mayLookUp, signal }: { mayLookUp: boolean; signal: AbortSignal },
): Promise<LookedUp> {
  const domains = [...new Set(addresses.flatMap(({ key }) => (key === null ? [] : domainOf(key))))];
  const at = clock().toISOString();
  const cached = await store.addresses.knownDomains(domains, at);
  const known = new Map<string, Pick<MailDomain, "result" | "reason">>(cached.map((one) => [one.domain, one]));
  if (dnsQuery === null) {
    // What DNS said before it was turned off is forgotten too, or the same addresses would differ.
    return { known: new Map(domains.map((domain) => [domain, LOOKUPS_OFF])), fresh: [], isOffline: false };
  }
  const wanted = mayLookUp ? domains.filter((domain) => !known.has(domain)) : [];
  const fresh: KnownMailDomain[] = [];
  let failed = 0;
  const waiting = wanted.values();
  const worker = async (): Promise<void> => {
    for (const domain of waiting) {
      if (signal.aborted) return;
      const { result, reason, seconds } = await checkMailDomain(dnsQuery, domain);
      known.set(domain, { result, reason });
      if (result === "unknown") failed += 1;
      else fresh.push({ domain, result, reason, validUntil: validUntil(clock(), seconds) });
    }
  };
  await Promise.all(Array.from({ length: LOOK_UPS }, worker));
  return { known, fresh, isOffline: wanted.length > 1 && failed === wanted.length };
}

/** Stores the marks, and has leads rescored if rules look at them. Returns whether one changed on screen. */
async function writeMarks(
  workspace: Workspace,
  addresses: readonly AddressToCheck[],
  { known, fresh }: LookedUp,
): Promise<boolean> {
  const { store, clock, dnsQuery } = workspace;
  const { ruleset, version: rulesVersion } = await readScoringContext(workspace);
  const now = clock().getTime();
  const dueIn = (milliseconds: number): string => new Date(now + milliseconds).toISOString();
  const retry = dueIn(dnsQuery === null ? DAY : retryHours * HOUR);
  const recheck = dueIn(recheckDays * DAY);
  const checked = addresses.map(({ leadId, key, bounce, quality, reason }): CheckedAddress => {
    if (key === null) return { leadId, mark: null, bounce, due: null };
    const domain = known.get(domainOf(key));
    const found = domain ?? { result: "unknown", reason: "DNS didn't answer." };
    const mark = decideMark(key, bounce, found);
    const isUnknown = found.result === "unknown";
    // A good domain stays good while it can't be looked up; a bad one becomes unknown.
    const isKept = mark.quality === "unknown" && quality === "good" && dnsQuery !== null;
    return { leadId, mark: isKept ? { key, quality, reason } : mark, bounce, due: isUnknown ? retry : recheck };
  });
  const { asksQuality } = ruleset;
  await store.addresses.write(checked, fresh, { rulesVersion, asksQuality });
  const before = (index: number) => addresses[index];
  if (asksQuality && checked.some(({ mark }, index) => mark?.quality !== before(index)?.quality)) {
    void startRescore(workspace);
  }
  return checked.some(({ mark }, index) => shownOf(mark) !== shownOf(before(index)));
}

/** What lists show of a mark. Why an address is unknown is no reason for every page to read its leads again. */
function shownOf(mark: { quality: AddressQuality | null; reason: string } | null | undefined): string {
  return mark?.quality == null || mark.quality === "unknown" ? "unknown" : `${mark.quality}: ${mark.reason}`;
}

function domainOf(key: string): string {
  return key.slice(key.lastIndexOf("@") + 1);
}

/** The time to live, capped as resolvers do (RFC 8767, 4). */
function validUntil(now: Date, seconds: number): string {
  return new Date(now.getTime() + Math.min(seconds * 1_000, cacheDays * DAY)).toISOString();
}
