import { chmod, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { runCommand } from "#test/command-process.ts";
import { startServer } from "#test/server-process.ts";
import { migratedDatabase, migratedPostgres, temporaryDatabase, temporaryFolder, oneEngine } from "#test/stores.ts";

const PASSWORD = "quite a long password 7";

/** Runs a command with a password on standard input. */
async function command(name: string, args: string[], env: Record<string, string>): Promise<void> {
  const input = `${PASSWORD}\n`;
  const ended = await runCommand(name, args, { WINNOW_BACKUP_PASSPHRASE: PASSWORD, ...env }, { input });
  expect(ended).toMatchObject({ code: 0 });
}

/** The files in a folder, and which of them others may read. */
async function filesIn(folder: string): Promise<{ names: string[]; open: string[] }> {
  const names = await readdir(folder, { recursive: true });
  const open: string[] = [];
  for (const name of names) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (found !== null && (found.mode & 0o077) !== 0) open.push(name);
  }
  return { names: names.toSorted(), open };
}

/** Without it these tests would prove nothing. */
async function expectOpenUmask(): Promise<void> {
  const probe = join(await temporaryFolder(), "probe");
  await writeFile(probe, "");
  expect((await stat(probe)).mode & 0o044).toBe(0o044);
}

describe.each(oneEngine("sqlite"))("files created with %s", (engine) => {
  test("are private to their user, from the server and from each command", async () => {
    await expectOpenUmask();
    const dataDir = await temporaryFolder();
    const elsewhere = await temporaryFolder();
    const env: Record<string, string> = { WINNOW_DATA_DIR: dataDir };
    if (engine === "postgres") env["DATABASE_URL"] = await migratedPostgres();
    const server = await startServer({ dataDir, env });
    onTestFinished(() => server.kill());
    await fetch(`${server.url}/api/leads`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "One", email: "one@example.com" }),
    });
    await fetch(`${server.url}/api/schedules/backup/run`, { method: "POST" });
    const backups = async (): Promise<number> =>
      ((await (await fetch(`${server.url}/api/backups`)).json()) as unknown[]).length;
    await expect.poll(backups).toBe(1);
    const file = join(elsewhere, "all.winnow-backup");
    await command("backup", [file, "--with-secrets"], env);

    const made = engine === "sqlite" ? ["winnow.db", "winnow.db-shm", "winnow.db-wal", "winnow.lock"] : [];
    const running = await filesIn(dataDir);
    expect(running.names).toEqual(expect.arrayContaining([...made, "secret.key", "backups"]));
    expect(running.open).toEqual([]);
    expect(server.output()).not.toContain("chmod");
    expect(await server.stop()).toBe(0);

    await command("restore", [file, "--replace"], env);
    await command("user", ["add", "Ada", "--role", "owner"], env);
    if (engine === "sqlite") {
      await command("move-to-postgres", [], { ...env, DATABASE_URL: await temporaryDatabase() });
    }
    for (const folder of [dataDir, elsewhere]) expect((await filesIn(folder)).open).toEqual([]);
  });
});

test("existing files that others may read are named at the start, with the command that fixes them", async () => {
  const dataDir = await temporaryFolder();
  await migratedDatabase("sqlite", dataDir);
  await chmod(join(dataDir, "winnow.db"), 0o644);
  const server = await startServer({ dataDir });
  onTestFinished(() => server.kill());
  expect(server.output()).toContain(join(dataDir, "winnow.db"));
  expect(server.output()).toContain(`chmod -R go= '${dataDir}'`);
  await server.stop();
});
