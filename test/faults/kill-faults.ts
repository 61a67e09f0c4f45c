import { setTimeout as moment } from "node:timers/promises";
import { seededRandom } from "#test/seeded-random.ts";
import type { Fault, Outcome } from "#test/faults/fault.ts";
import { People } from "#test/faults/people.ts";
import type { Site } from "#test/faults/site.ts";
import { importWork, mailboxWork, scrapeWork, submissionsWork, syncWork } from "#test/faults/works/intake-works.ts";
import { bulkWork, duplicatesWork, replayWork, rescoreWork } from "#test/faults/works/lead-works.ts";
import { followUpWork, reportWork } from "#test/faults/works/mail-works.ts";
import { backupWork, retentionWork } from "#test/faults/works/upkeep-works.ts";
import type { Work } from "#test/faults/works/work.ts";

const WORKS: readonly (() => Work)[] = [
  syncWork,
  importWork,
  rescoreWork,
  submissionsWork,
  mailboxWork,
  scrapeWork,
  replayWork,
  duplicatesWork,
  bulkWork,
  reportWork,
  followUpWork,
  retentionWork,
  backupWork,
];
/** The kill delay scales with the start time, so that a slow machine gets as far as a fast one. */
const LATEST_STARTS = 1.5;

/** SIGKILL during each kind of work while people work too, again and again on the same data. */
export const killFaults: readonly Fault[] = WORKS.map((make) => ({
  name: `kill-${make().kind.replace(" ", "-")}`,
  title: `SIGKILL during ${make().kind}`,
  engines: ["sqlite", "postgres"],
  inflict: (site, rounds) => killDuring(make(), site, rounds),
}));

async function killDuring(work: Work, site: Site, rounds: number): Promise<Outcome> {
  const random = seededRandom(`${work.kind} ${site.engine}`);
  let recovery = await site.restart();
  const latest = recovery * LATEST_STARTS * 1_000;
  await work.prepare(site);
  const people = new People(site);
  for (let round = 1; round <= rounds; round += 1) {
    // Work in progress when the server was killed was never acknowledged.
    const begun = work.begin(site, round).catch(() => {});
    await moment(random() * latest);
    await site.kill();
    await begun;
    recovery = Math.max(recovery, await site.restart());
  }
  await work.finish(site);
  const counted = await people.check();
  const done = await work.check(site);
  await site.stop();
  return {
    rounds,
    acknowledged: counted.acknowledged + done.acknowledged,
    lost: counted.lost + done.lost,
    doubled: counted.doubled + done.doubled,
    recovery,
  };
}
