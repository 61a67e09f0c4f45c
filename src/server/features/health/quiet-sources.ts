import { DAY, MINUTE } from "#shared/durations.ts";
import { inDays } from "#server/features/health/duration-words.ts";
import { FORMS_KEY, MAILBOX_KEY, sourceKey, targetKey } from "#server/features/leads/note-success.ts";
import { hasWorkerForSomeTime, type Finding, type HealthSnapshot } from "#server/features/health/health-snapshot.ts";
import { unusualSilence } from "#server/features/health/unusual-silence.ts";
import { SCRAPE_INTERVALS } from "#server/features/websites/next-scrape.ts";

/** Allows for one failed and one late run. */
const INTERVALS = 3;
/** How long frequent reads may pause, for instance during a restart. */
const LEAST_MILLISECONDS = 60 * MINUTE;

/** An active source and the data to judge its silence. */
interface QuietSource {
  key: string;
  name: string;
  href: string;
  /** The interval of automatic runs in milliseconds; null if it pushes or runs manually. */
  interval: number | null;
  /** Failures are reported separately. */
  isFailing: boolean;
  since: string;
}

/** Active, successful sources that have brought nothing new for longer than usual. */
export function silentSources(snapshot: HealthSnapshot): Finding[] {
  return sourcesOn(snapshot).flatMap(({ key, name, href, isFailing }): Finding | [] => {
    const health = snapshot.health.get(key);
    const limit = unusualSilence(health?.days ?? []);
    if (isFailing || health === undefined || limit === null) return [];
    const silent = snapshot.now.getTime() - Date.parse(health.quietSince);
    if (silent <= limit * DAY) return [];
    return {
      kind: "source_silent",
      about: `${key}:${health.quietSince}`,
      title: `Nothing new from ${name} for ${inDays(silent)}`,
      message: `It runs without errors but usually has new entries every ${inDays(limit * DAY)}. Check that people still add to it.`,
      since: health.quietSince,
      href,
    };
  });
}

/** Active sources without a successful run for several intervals, though none failed. */
export function overdueSources(snapshot: HealthSnapshot): Finding[] {
  if (!hasWorkerForSomeTime(snapshot)) return [];
  return sourcesOn(snapshot).flatMap(({ key, name, href, interval, isFailing, since }): Finding | [] => {
    if (isFailing || interval === null) return [];
    const last = [snapshot.health.get(key)?.lastSuccess ?? since, since].toSorted().at(-1) ?? since;
    const late = snapshot.now.getTime() - Date.parse(last);
    if (late <= Math.max(INTERVALS * interval, LEAST_MILLISECONDS)) return [];
    return {
      kind: "source_overdue",
      about: `${key}:${last}`,
      title: `${name} hasn't synced for ${inDays(late)}`,
      message: `It should sync every ${inDays(interval)}. Sync it manually; if that works, check Schedules & Jobs for what's holding it up.`,
      since: last,
      href,
    };
  });
}

function sourcesOn({ settings, sources, targets, mailbox, health }: HealthSnapshot): QuietSource[] {
  const every = settings.syncIntervalMinutes * MINUTE;
  const on: QuietSource[] = sources
    .filter(({ isActive }) => isActive)
    .map(({ id, name, failingSince, createdAt }) => ({
      key: sourceKey(id),
      name,
      href: `/data-sources?edit=${id}`,
      interval: settings.autoSync ? every : null,
      isFailing: failingSince !== null,
      since: createdAt,
    }));
  for (const { id, name, isActive, scrapeFrequency, failingSince, createdAt } of targets) {
    if (!isActive) continue;
    on.push({
      key: targetKey(id),
      name,
      href: `/lead-scraper?run=${id}`,
      interval: SCRAPE_INTERVALS[scrapeFrequency],
      isFailing: failingSince !== null,
      since: createdAt,
    });
  }
  if (mailbox?.enabled === true) {
    on.push({
      key: MAILBOX_KEY,
      name: `The mailbox ${mailbox.email}`,
      href: "/gmail",
      interval: mailbox.autoSync && mailbox.lastAttempt !== null ? mailbox.syncInterval * MINUTE : null,
      isFailing: mailbox.failingSince !== null,
      since: mailbox.lastSync ?? mailbox.lastAttempt ?? "",
    });
  }
  const forms = health.get(FORMS_KEY);
  if (forms !== undefined) {
    const href = "/lead-scraper";
    on.push({
      key: FORMS_KEY,
      name: "The web form",
      href,
      interval: null,
      isFailing: false,
      since: forms.lastSuccess,
    });
  }
  return on;
}
