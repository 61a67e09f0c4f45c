import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as moment } from "node:timers/promises";
import { HOUR } from "#shared/durations.ts";
import type { Fault } from "#test/faults/fault.ts";
import { People } from "#test/faults/people.ts";
import { newEmails } from "#test/faults/works/work.ts";

/** Forward, back before the start, far forward, and back. */
const JUMPS_HOURS = [3, -30, 24 * 40, 0];
const BETWEEN_MILLISECONDS = 1_500;

export const clockFaults: readonly Fault[] = [
  {
    name: "clock",
    title: "clock jumping hours forwards and backwards while people write",
    engines: ["sqlite", "postgres"],
    async inflict(site, rounds) {
      const offset = join(site.dataDir, "offset-of-the-clock");
      await writeFile(offset, "0");
      site.env = {
        NODE_OPTIONS: `--import ${new URL("shifted-clock.ts", import.meta.url).href}`,
        SHIFTED_CLOCK_FILE: offset,
      };
      await site.restart();
      const people = new People(site);
      let recovery = 0;
      const emails: string[] = [];
      for (let round = 0; round < rounds; round += 1) {
        for (const hours of JUMPS_HOURS) {
          await writeFile(offset, String(hours * HOUR));
          await moment(BETWEEN_MILLISECONDS);
          const begun = performance.now();
          await site.ready();
          recovery = Math.max(recovery, (performance.now() - begun) / 1_000);
          // Whatever waits gets its turn, whatever the hour.
          const [email = ""] = newEmails(1, "clock");
          const { path } = await site.ask<{ path: string }>("GET", "/api/form-hook");
          await fetch(site.url + path, { method: "POST", body: new URLSearchParams({ name: "Bo", email }) });
          emails.push(email);
        }
      }
      await site.until("every form processed", async () => {
        const submissions = await site.ask<{ isProcessed: boolean }[]>("GET", "/api/form-submissions?limit=200");
        return submissions.length >= emails.length && submissions.every(({ isProcessed }) => isProcessed);
      });
      const { acknowledged, lost, doubled } = await people.check();
      const there = new Set((await site.ask<{ email: string }[]>("GET", "/api/leads")).map(({ email }) => email));
      const lostForms = emails.filter((email) => !there.has(email)).length;
      await site.stop();
      return { rounds, acknowledged: acknowledged + emails.length, lost: lost + lostForms, doubled, recovery };
    },
  },
];
