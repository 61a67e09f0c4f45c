import { DAY } from "#shared/durations.ts";
import { inDays } from "#server/features/health/duration-words.ts";
import type { Finding, LivingProcess, HealthSnapshot } from "#server/features/health/health-snapshot.ts";

const MEGABYTE = 1_000_000;
/** A disk is nearly full below the larger of these two, whatever its size. */
const LEAST_FREE_BYTES = 500 * MEGABYTE;
const LEAST_FREE_SHARE = 0.05;
/** A twentieth of a very large disk is enough room. */
const ENOUGH_FREE_BYTES = 10_000 * MEGABYTE;

const AHEAD_MILLISECONDS = 60_000;
/** How long a clock set back is reported. */
const PUT_BACK_REPORTED_MILLISECONDS = DAY;

const HREF = "/configuration";

/** Nearly full disks with a data folder, by machine. */
export function fullDisks({ processes }: HealthSnapshot): Finding[] {
  return byHost(processes).flatMap(([host, { facts }]): Finding | [] => {
    const { disk } = facts;
    if (disk === null) return [];
    const least = Math.min(ENOUGH_FREE_BYTES, Math.max(LEAST_FREE_BYTES, LEAST_FREE_SHARE * disk.total));
    if (disk.free >= least) return [];
    return {
      kind: "disk_nearly_full",
      about: `disk:${host}`,
      title: `The disk on ${host} is almost full`,
      message: `${inMegabytes(disk.free)} of ${inMegabytes(disk.total)} are free on the data folder's disk. Free some space; once it's full, nothing can be saved.`,
      href: HREF,
    };
  });
}

/** A database that can't be written for lack of space, or was found damaged. */
export function troubledDatabase({ processes }: HealthSnapshot): Finding[] {
  const earliest = (times: (string | null)[]): string | undefined =>
    times.filter((time) => time !== null).toSorted()[0];
  const full = earliest(processes.map(({ facts }) => facts.database.fullSince));
  const damaged = earliest(processes.map(({ facts }) => facts.database.damagedSince));
  const findings: Finding[] = [];
  if (damaged !== undefined) {
    findings.push({
      kind: "database_damaged",
      about: "database damaged",
      title: "The database is damaged",
      message:
        "Some of it can't be read. Stop Winnow and restore the latest backup with npm run restore -- --replace FILE.",
      since: damaged,
      href: HREF,
    });
  }
  if (full !== undefined) {
    findings.push({
      kind: "database_full",
      about: "database full",
      title: "The database is out of space",
      message: "Changes can't be saved. Free some space on its disk; no restart is needed.",
      since: full,
      href: HREF,
    });
  }
  return findings;
}

/** Clocks that were set back, or that differ from the database's. */
export function wrongClocks({ processes, now }: HealthSnapshot): Finding[] {
  return byHost(processes).flatMap(([host, { facts }]): Finding[] => {
    const { putBack, ahead } = facts.clock;
    const findings: Finding[] = [];
    if (Math.abs(ahead) > AHEAD_MILLISECONDS) {
      findings.push({
        kind: "clock_wrong",
        about: `clock:${host}`,
        title: `The clock on ${host} is ${inDays(Math.abs(ahead))} ${ahead > 0 ? "ahead of" : "behind"} the database's`,
        message: "Scheduled work runs at the wrong time. Sync both clocks with NTP.",
        href: HREF,
      });
    }
    if (putBack !== null && now.getTime() - Date.parse(putBack.at) < PUT_BACK_REPORTED_MILLISECONDS) {
      findings.push({
        kind: "clock_wrong",
        about: `clock put back:${host}:${putBack.at}`,
        title: `The clock on ${host} was set back by ${inDays(putBack.milliseconds)}`,
        message: "Nothing runs twice, but recent times may be out of order. Sync the clock with NTP.",
        since: putBack.at,
        href: HREF,
      });
    }
    return findings;
  });
}

/** One process per machine: they share its disk and clock. */
function byHost(processes: readonly LivingProcess[]): [string, LivingProcess][] {
  return [...new Map(processes.toReversed().map((process) => [process.facts.host, process]))];
}

function inMegabytes(bytes: number): string {
  return `${Math.round(bytes / MEGABYTE).toLocaleString("en-US")} MB`;
}
