import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { restoreBackup } from "#server/features/backups/file/restore-backup.ts";
import { openStore } from "#server/db/open-store.ts";
import { changeBehindItsBack } from "#test/another-program.ts";
import { repeated, type Count } from "#test/faults/people.ts";
import type { Site } from "#test/faults/site.ts";
import {
  importsEnded,
  leadsOf,
  newEmails,
  runEnded,
  runSchedule,
  startImport,
  type Work,
} from "#test/faults/works/work.ts";

const LEADS = 4_000;
/** The default number of rounds. */
const GROUPS = 5;
const RETENTION_DAYS = 30;
const LONG_AGO = "2020-01-01T00:00:00.000Z";
const ANNOUNCED_AT = "2026-01-01T00:00:00.000Z";
const NEVER = new AbortController().signal;

/** The removal of old leads: exactly the old ones go, each logged once. */
export function retentionWork(): Work {
  const old: string[] = [];
  /** Leads that become old in a later round, one group each. */
  const young: { domain: string; emails: string[] }[] = [];
  let groups = 0;
  const addYoung = async (site: Site): Promise<void> => {
    groups += 1;
    const domain = `group${groups}`;
    const emails = newEmails(LEADS, domain);
    await startImport(site, emails, "-");
    await importsEnded(site);
    young.push({ domain, emails });
  };
  const stillThere = async (site: Site, emails: readonly string[]): Promise<number> => {
    const there = new Set((await leadsOf(site)).map(({ email }) => email));
    return emails.filter((email) => there.has(email)).length;
  };
  return {
    kind: "retention",
    async prepare(site) {
      await site.ask("PUT", "/api/settings", { retentionDays: RETENTION_DAYS });
      for (let group = 0; group < GROUPS; group += 1) await addYoung(site);
    },
    async begin(site) {
      if (young.length === 0) await addYoung(site);
      for (const { domain, emails } of young.splice(0, 1)) {
        old.push(...emails);
        await changeBehindItsBack(
          site.address,
          `update leads set updated_at = '${LONG_AGO}' where email like '%@${domain}.example';
          delete from removal_notices;
          insert into removal_notices (at, retention_days) values ('${ANNOUNCED_AT}', ${RETENTION_DAYS})`,
        );
      }
      await runSchedule(site, "retention");
      await runEnded(site, "retention");
    },
    async finish(site) {
      await importsEnded(site);
      await site.until("without old leads", async () => {
        await runEnded(site, "retention");
        if ((await stillThere(site, old)) === 0) return true;
        await runSchedule(site, "retention");
        return false;
      });
    },
    async check(site) {
      const kept = await stillThere(site, old);
      const notYet = young.flatMap(({ emails }) => emails);
      const missing = notYet.length - (await stillThere(site, notYet));
      const unreported = old.length - (await removalsReported(site));
      return {
        acknowledged: old.length,
        lost: kept + missing + Math.max(0, unreported),
        doubled: Math.max(0, -unreported),
      };
    },
  };
}

/** The number of removals in the history. */
async function removalsReported(site: Site): Promise<number> {
  let removed = 0;
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: { acts: { by: string; title: string }[]; nextCursor: string | null } = await site.ask(
      "GET",
      `/api/journal?limit=100${cursor === "" ? "" : `&cursor=${cursor}`}`,
    );
    for (const { by, title } of page.acts) if (by === "Retention") removed += Number.parseInt(title, 10);
    cursor = page.nextCursor;
  }
  return removed;
}

/** Backups: each verified one restores completely, and an interrupted run leaves nothing. */
export function backupWork(): Work {
  let emails: string[] = [];
  return {
    kind: "backup",
    async prepare(site) {
      emails = newEmails(LEADS, "stock");
      await startImport(site, emails);
      await importsEnded(site);
    },
    async begin(site) {
      await runSchedule(site, "backup");
      await runEnded(site, "backup");
    },
    async finish(site) {
      // Interrupted work resumes automatically.
      await runEnded(site, "backup");
      await runSchedule(site, "backup");
      await runEnded(site, "backup");
    },
    check: (site) => checkBackups(site, join(site.dataDir, "backups"), emails),
  };
}

/**
 * Restores every backup of a folder, each of which must contain these leads. Throws when one doesn't restore, when the
 * last run failed, or when anything else was left in the folder.
 */
export async function checkBackups(site: Site, folder: string, emails: readonly string[]): Promise<Count> {
  const { outcome, message } = await runEnded(site, "backup");
  if (outcome !== "done") throw new Error(`The last backup ended as ${outcome}: ${message}`);
  const files = await site.ask<{ name: string; verified: boolean }[]>("GET", "/api/backups");
  const shown = new Set(files.filter(({ verified }) => verified).map(({ name }) => name));
  const others = (await readdir(folder)).filter((name) => !shown.has(name));
  if (others.length > 0) throw new Error(`Besides backups, the folder has ${others.join(", ")}.`);
  let lost = 0;
  let doubled = 0;
  for (const name of shown) {
    const restored = await emailsIn(join(folder, name));
    const there = new Set(restored);
    lost += emails.filter((email) => !there.has(email)).length;
    doubled += repeated(restored);
  }
  return { acknowledged: emails.length * shown.size, lost, doubled };
}

async function emailsIn(path: string): Promise<string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "winnow-restored-"));
  try {
    const plan = { path, dataDir, databaseUrl: undefined, secretKey: undefined, replaces: false, at: new Date() };
    const passphrase = (): Promise<string> => Promise.reject(new Error("A nightly backup brings no key."));
    await restoreBackup({ ...plan, passphrase }, { signal: NEVER, progress: () => {} });
    const store = await openStore({ dataDir });
    try {
      let leads = "";
      for await (const part of store.leads.streamJson()) leads += part;
      return (JSON.parse(leads) as { email: string }[]).map(({ email }) => email);
    } finally {
      await store.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
