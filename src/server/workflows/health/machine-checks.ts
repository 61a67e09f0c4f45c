import { inDays } from "#server/workflows/health/duration-words.ts";
import type { Finding, LivingProcess, Standing } from "#server/workflows/health/standing.ts";

const MEGABYTE = 1_000_000;
/** Below the larger of these two a disk is nearly full, however large it is. */
const LEAST_FREE_BYTES = 500 * MEGABYTE;
const LEAST_FREE_SHARE = 0.05;
/** A twentieth of a very large disk is room enough. */
const ENOUGH_FREE_BYTES = 10_000 * MEGABYTE;

const AHEAD_MILLISECONDS = 60_000;
/** So long a clock that was put back is told of. */
const PUT_BACK_TOLD_MILLISECONDS = 86_400_000;

const HREF = "/configuration";

/** Disks with the data folder that are nearly full, by machine. */
export function fullDisks({ processes }: Standing): Finding[] {
  return byHost(processes).flatMap(([host, { facts }]): Finding[] => {
    const { disk } = facts;
    if (disk === null) return [];
    const least = Math.min(ENOUGH_FREE_BYTES, Math.max(LEAST_FREE_BYTES, LEAST_FREE_SHARE * disk.total));
    if (disk.free >= least) return [];
    return [
      {
        kind: "disk_nearly_full",
        about: `disk:${host}`,
        title: `The disk of ${host} is nearly full`,
        message: `${inMegabytes(disk.free)} of ${inMegabytes(disk.total)} are free where the data folder is. Make room: when it is full, nothing can be saved.`,
        href: HREF,
      },
    ];
  });
}

/** A database that refuses to write for want of room, or was found damaged. */
export function troubledDatabase({ processes }: Standing): Finding[] {
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
      message: "Something in it could not be read. Stop Winnow and restore the newest backup with npm run restore.",
      since: damaged,
      href: HREF,
    });
  }
  if (full !== undefined) {
    findings.push({
      kind: "database_full",
      about: "database full",
      title: "The database has no room left",
      message: "What is changed now cannot be saved. Make room on its disk; Winnow goes on by itself.",
      since: full,
      href: HREF,
    });
  }
  return findings;
}

/** Clocks that were put back, or that differ from the database's. */
export function wrongClocks({ processes, now }: Standing): Finding[] {
  return byHost(processes).flatMap(([host, { facts }]): Finding[] => {
    const { putBack, ahead } = facts.clock;
    const findings: Finding[] = [];
    if (Math.abs(ahead) > AHEAD_MILLISECONDS) {
      findings.push({
        kind: "clock_wrong",
        about: `clock:${host}`,
        title: `The clock of ${host} is ${inDays(Math.abs(ahead))} ${ahead > 0 ? "ahead of" : "behind"} the database's`,
        message: "What is due comes at the wrong time. Set both by a time service (NTP).",
        href: HREF,
      });
    }
    if (putBack !== null && now.getTime() - Date.parse(putBack.at) < PUT_BACK_TOLD_MILLISECONDS) {
      findings.push({
        kind: "clock_wrong",
        about: `clock put back:${host}:${putBack.at}`,
        title: `The clock of ${host} was put back by ${inDays(putBack.milliseconds)}`,
        message:
          "Nothing runs twice for it, but times told since may be earlier than what came before. Have a time service (NTP) set it.",
        since: putBack.at,
        href: HREF,
      });
    }
    return findings;
  });
}

/** One process of each machine: they share its disk and its clock. */
function byHost(processes: readonly LivingProcess[]): [string, LivingProcess][] {
  return [...new Map(processes.toReversed().map((process) => [process.facts.host, process]))];
}

function inMegabytes(bytes: number): string {
  return `${Math.round(bytes / MEGABYTE).toLocaleString("en-US")} MB`;
}
