import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rmdir, statfs, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { FaultSkipped, type Fault, type Outcome } from "#test/faults/fault.ts";
import { People } from "#test/faults/people.ts";
import { Refused, type Site } from "#test/faults/site.ts";
import { checkBackups } from "#test/faults/works/upkeep-works.ts";
import { importsEnded, newEmails, runEnded, runSchedule, startImport } from "#test/faults/works/work.ts";

const run = promisify(execFile);
/** Space for a new database and everything imported into it. */
const DISK_MEGABYTES = 160;
const ROWS = 8_000;
const FULL = "507 urn:winnow:problem:store_full";
const READ_ONLY = "503 urn:winnow:problem:store_read_only";

/** A small RAM disk. Only root may mount one. */
class SmallDisk {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async mount(): Promise<SmallDisk> {
    const folder = await mkdtemp(join(tmpdir(), "winnow-disk-"));
    try {
      await run("mount", ["-t", "tmpfs", "-o", `size=${DISK_MEGABYTES}m`, "tmpfs", folder]);
    } catch {
      await rmdir(folder);
      throw new FaultSkipped("a small disk needs root to mount it");
    }
    return new SmallDisk(folder);
  }

  get #ballast(): string {
    return join(this.folder, "ballast");
  }

  /** Fills the disk, as other programs would. */
  async fill(): Promise<void> {
    const { bavail, bsize } = await statfs(this.folder);
    await writeFile(this.#ballast, Buffer.alloc(bavail * bsize)).catch(() => {});
  }

  async makeRoom(): Promise<void> {
    await truncate(this.#ballast, 0);
  }

  async turn(way: "ro" | "rw"): Promise<void> {
    await run("mount", ["-o", `remount,${way}`, this.folder]);
  }

  async unmount(): Promise<void> {
    await run("umount", ["-l", this.folder]);
    await rmdir(this.folder);
  }
}

/** Runs a fault on a server whose data is on a small disk. */
async function onSmallDisk(site: Site, act: (disk: SmallDisk) => Promise<Outcome>): Promise<Outcome> {
  const disk = await SmallDisk.mount();
  const usual = site.dataDir;
  site.dataDir = join(disk.folder, "data");
  try {
    await mkdir(site.dataDir);
    return await act(disk);
  } finally {
    await site.kill();
    site.dataDir = usual;
    await disk.unmount();
  }
}

/**
 * A disk with open files can't be remounted read-only, and open files stay writable whatever their mode. Only this flag
 * of Linux's own file systems stops a running server from writing.
 */
async function makeImmutable(site: Site, flag: "+i" | "-i"): Promise<void> {
  const files = ["winnow.db", "winnow.db-wal"].map((name) => join(site.dataDir, name));
  await run("chattr", [flag, ...files]).catch(() => {
    throw new FaultSkipped("keeping a running server from its files needs root and a file system with chattr +i");
  });
}

/** Waits until requests are rejected with this error, allowing only timeouts besides. */
async function refusedWith(site: Site, people: People, words: string): Promise<void> {
  await site.until(`refused with ${words}`, async () => people.refusals.has(words));
}

/** From now until changes are acknowledged again, in s. */
async function recovered(site: Site): Promise<number> {
  const begun = performance.now();
  await site.ready();
  return (performance.now() - begun) / 1_000;
}

/** The retried backup job must say what to do. A database on the same disk has no space for that either. */
async function saysWhy(site: Site): Promise<void> {
  let words = "";
  await site.until("about to try the backup again", async () => {
    const { jobs } = await site.ask<{ jobs: { state: string; message: string }[] }>("GET", "/api/jobs?kind=backup");
    const [job] = jobs;
    words = job?.message ?? "";
    return job?.state === "retrying";
  });
  if (!words.includes("Free some space")) throw new Error(`It says of a full disk: ${words}`);
}

/** Errors that the fault doesn't explain. */
function refuseOtherWords(people: People, ...expected: readonly string[]): void {
  const others = [...people.refusals].filter((words) => !expected.includes(words));
  if (others.length > 0) throw new Error(`People were refused with ${others.join(", ")}.`);
}

export const diskFaults: readonly Fault[] = [
  {
    name: "full-disk",
    title: "full disk while people write",
    engines: ["sqlite"],
    inflict: (site, rounds) =>
      onSmallDisk(site, async (disk) => {
        let recovery = await site.restart();
        const people = new People(site, 4);
        for (let round = 0; round < rounds; round += 1) {
          people.refusals.clear();
          await disk.fill();
          await refusedWith(site, people, FULL);
          // Existing data stays readable.
          await site.ask("GET", "/api/leads?limit=10");
          await disk.makeRoom();
          recovery = Math.max(recovery, await recovered(site));
          refuseOtherWords(people, FULL);
        }
        const counted = await people.check();
        await site.stop();
        return { rounds, ...counted, recovery };
      }),
  },
  {
    name: "full-disk-import",
    title: "full disk during an import",
    engines: ["sqlite"],
    inflict: (site, rounds) =>
      onSmallDisk(site, async (disk) => {
        let recovery = await site.restart();
        const started: string[] = [];
        for (let round = 0; round < rounds; round += 1) {
          const emails = newEmails(Math.ceil(ROWS / rounds), "file");
          await startImport(site, emails, "x".repeat(300));
          started.push(...emails);
          await disk.fill();
          await site.until("refused", async () =>
            site.change().then(
              () => false,
              (error: unknown) => error instanceof Refused && error.status === 507,
            ),
          );
          await disk.makeRoom();
          recovery = Math.max(recovery, await recovered(site));
          await importsEnded(site);
        }
        const leads = await site.ask<{ email: string }[]>("GET", "/api/leads");
        const there = new Set(leads.map(({ email }) => email));
        const lost = started.filter((email) => !there.has(email)).length;
        await site.stop();
        return { rounds, acknowledged: started.length, lost, doubled: leads.length - there.size, recovery };
      }),
  },
  {
    name: "full-disk-backup",
    title: "full disk during a backup",
    engines: ["sqlite", "postgres"],
    inflict: (site, rounds) =>
      onSmallDisk(site, async (disk) => {
        let recovery = await site.restart();
        const emails = newEmails(ROWS, "stock");
        await startImport(site, emails, "x".repeat(300));
        await importsEnded(site);
        const people = new People(site, 1);
        await runSchedule(site, "backup");
        await runEnded(site, "backup");
        const folder = join(site.dataDir, "backups");
        for (let round = 0; round < rounds; round += 1) {
          const before = await readdir(folder);
          await runSchedule(site, "backup");
          await site.until("writing a backup", async () => (await readdir(folder)).length > before.length);
          await disk.fill();
          // Nothing half-written takes up space, and existing files remain.
          await site.until("rid of a backup that has no room", async () => {
            return (await readdir(folder)).every((name) => !name.includes(".partial"));
          });
          const left = await readdir(folder);
          if (left.join(" ") !== before.join(" "))
            throw new Error(`Of a backup without room there is ${left.join(", ")}.`);
          if (site.engine === "postgres") await saysWhy(site);
          await disk.makeRoom();
          recovery = Math.max(recovery, await recovered(site));
          // Automatically: nobody presses anything.
          const { outcome, message } = await runEnded(site, "backup");
          if (outcome !== "done") throw new Error(`The backup ended as ${outcome}: ${message}`);
        }
        const counted = await people.check();
        refuseOtherWords(people, ...(site.engine === "sqlite" ? [FULL] : []));
        const kept = await checkBackups(site, folder, emails);
        await site.stop();
        return {
          rounds,
          acknowledged: counted.acknowledged + kept.acknowledged,
          lost: counted.lost + kept.lost,
          doubled: counted.doubled + kept.doubled,
          recovery,
        };
      }),
  },
  {
    name: "read-only-disk",
    title: "data folder turning read-only while people write",
    engines: ["sqlite"],
    async inflict(site, rounds) {
      let recovery = await site.restart();
      const people = new People(site, 1);
      for (let round = 0; round < rounds; round += 1) {
        people.refusals.clear();
        await makeImmutable(site, "+i");
        try {
          await refusedWith(site, people, READ_ONLY);
        } finally {
          await makeImmutable(site, "-i");
        }
        recovery = Math.max(recovery, await recovered(site));
      }
      const counted = await people.check();
      await site.stop();
      return { rounds, ...counted, recovery };
    },
  },
  {
    name: "read-only-start",
    title: "read-only data folder at the start",
    engines: ["sqlite"],
    inflict: (site, rounds) =>
      onSmallDisk(site, async (disk) => {
        await site.restart();
        const people = new People(site, 1);
        await site.until("a change", async () => people.acknowledged > 0);
        const before = await people.check();
        await site.stop();
        let recovery = 0;
        for (let round = 0; round < rounds; round += 1) {
          await disk.turn("ro");
          const said = await site.start().then(
            () => "",
            (error: unknown) => String(error),
          );
          if (!said.includes("Can't use the data folder"))
            throw new Error(`It says of a read-only folder: ${said || "nothing"}`);
          await disk.turn("rw");
          recovery = Math.max(recovery, await site.restart());
          await site.stop();
        }
        await site.start();
        const after = await people.check();
        await site.stop();
        return { ...before, rounds, lost: after.lost, doubled: after.doubled, recovery };
      }),
  },
];
