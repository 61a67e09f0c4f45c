import { inDays } from "#server/workflows/health/duration-words.ts";
import { FORMS_KEY, MAILBOX_KEY, sourceKey, targetKey } from "#server/workflows/health/source-keys.ts";
import { hasWorkerForSomeTime, type Finding, type Standing } from "#server/workflows/health/standing.ts";
import { unusualSilence } from "#server/workflows/health/unusual-silence.ts";
import { SCRAPE_INTERVALS } from "#server/workflows/websites/next-scrape.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
/** One run may fail, and one be late. */
const INTERVALS = 3;
/** What is read every few minutes may pause for so long, as over a restart. */
const LEAST_MILLISECONDS = 60 * MINUTE;

/** A source that is on, as far as quiet is concerned. */
interface QuietSource {
  key: string;
  name: string;
  href: string;
  /** Between two runs that nobody asks for, in milliseconds; null where it comes by itself or by hand. */
  interval: number | null;
  /** Failing is told by itself. */
  isFailing: boolean;
  since: string;
}

/** Sources that are on, succeed, and have brought nothing for longer than is usual for them. */
export function silentSources(standing: Standing): Finding[] {
  return sourcesOn(standing).flatMap(({ key, name, href, isFailing }): Finding[] => {
    const health = standing.health.get(key);
    const limit = unusualSilence(health?.days ?? []);
    if (isFailing || health === undefined || limit === null) return [];
    const silent = standing.now.getTime() - Date.parse(health.quietSince);
    if (silent <= limit * DAY) return [];
    return [
      {
        kind: "source_silent",
        about: `${key}:${health.quietSince}`,
        title: `${name} has brought nothing for ${inDays(silent)}`,
        message: `It works without error, but usually brings something at least every ${inDays(limit * DAY)}. Look whether what should fill it still does.`,
        since: health.quietSince,
        href,
      },
    ];
  });
}

/** Sources that are on and have had no run that went well for several of their intervals, though none failed. */
export function overdueSources(standing: Standing): Finding[] {
  if (!hasWorkerForSomeTime(standing)) return [];
  return sourcesOn(standing).flatMap(({ key, name, href, interval, isFailing, since }): Finding[] => {
    if (isFailing || interval === null) return [];
    const last = [standing.health.get(key)?.lastSuccess ?? since, since].toSorted().at(-1) ?? since;
    const late = standing.now.getTime() - Date.parse(last);
    if (late <= Math.max(INTERVALS * interval, LEAST_MILLISECONDS)) return [];
    return [
      {
        kind: "source_overdue",
        about: `${key}:${last}`,
        title: `${name} has not been read for ${inDays(late)}`,
        message: `It is to be read every ${inDays(interval)}. Read it by hand; if that works, look under jobs for what keeps its turn from coming.`,
        since: last,
        href,
      },
    ];
  });
}

function sourcesOn({ settings, sources, targets, mailbox, health }: Standing): QuietSource[] {
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
      name: "The web forms",
      href,
      interval: null,
      isFailing: false,
      since: forms.lastSuccess,
    });
  }
  return on;
}
