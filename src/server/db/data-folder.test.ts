import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openStore } from "#server/db/open-store.ts";
import { addLeads, temporaryFolder } from "#test/stores.ts";

const HOLDER = `
  const { openStore } = await import("#server/db/open-store.ts");
  await openStore({ dataDir: process.argv[1] });
  process.stdout.write("open");
  setInterval(() => {}, 1_000);
`;

describe("the data folder", () => {
  it("is accessible only to its owner", async () => {
    const dataDir = join(await temporaryFolder(), "deep", "data");
    const store = await openStore({ dataDir });
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    await store.close();
  });

  it("is open in one store at a time", async () => {
    const dataDir = await temporaryFolder();
    const store = await openStore({ dataDir });
    await expect(openStore({ dataDir })).rejects.toMatchObject({ id: "data_folder_in_use" });
    await expect(openStore({ dataDir })).rejects.toThrow(dataDir);
    await store.close();
    await store.close();
    await (await openStore({ dataDir })).close();
  });

  it("is free again when the process that had it open is killed", async () => {
    const dataDir = await temporaryFolder();
    const holder = spawn(process.execPath, ["--input-type=module", "-e", HOLDER, dataDir], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void holder.kill("SIGKILL"));
    await once(holder.stdout, "data");
    await expect(openStore({ dataDir })).rejects.toMatchObject({ id: "data_folder_in_use" });
    const ended = once(holder, "exit");
    holder.kill("SIGKILL");
    await ended;
    await (await openStore({ dataDir })).close();
  });

  it("keeps its data when reopened, but not that of a killed restore", async () => {
    const dataDir = await temporaryFolder();
    const store = await openStore({ dataDir });
    await mkdir(join(dataDir, "restoring"));
    await writeFile(join(dataDir, "restoring", "winnow.db"), "");
    const [id = ""] = await addLeads(store, [{ name: "Kept" }]);
    const pending = store.leads.setStatus({ id, status: "rejected", by: "T", at: "2026-05-01T10:00:00.000Z" });
    await store.close();
    await pending;
    const again = await openStore({ dataDir });
    onTestFinished(() => again.close());
    expect(await again.leads.get(id)).toMatchObject({ name: "Kept", status: "rejected" });
    expect(await readdir(dataDir)).not.toContain("restoring");
  });

  it.each([
    { what: "is a file", make: (path: string) => writeFile(path, ""), at: "" },
    {
      what: "has a lock that cannot be opened",
      make: (path: string) => mkdir(path, { recursive: true }),
      at: "winnow.lock",
    },
    {
      what: "has a database that cannot be opened",
      make: (path: string) => mkdir(path, { recursive: true }),
      at: "winnow.db",
    },
  ])("is named with a fix when it $what", async ({ make, at }) => {
    const dataDir = join(await temporaryFolder(), "data");
    await make(join(dataDir, at));
    for (let again = 0; again < 2; again += 1) {
      const opening = openStore({ dataDir });
      await expect(opening).rejects.toMatchObject({ id: "data_folder_unusable" });
      await expect(opening).rejects.toThrow(`Can't use the data folder ${dataDir}`);
    }
  });

  it("reports a database file that isn't one or is damaged, and leaves it alone", async () => {
    const dataDir = await temporaryFolder();
    const file = join(dataDir, "winnow.db");
    await writeFile(file, "These are notes for my bank, not a database. ".repeat(50));
    await expect(openStore({ dataDir })).rejects.toMatchObject({ id: "store_damaged", status: 503 });
    expect(await readFile(file, "utf8")).toContain("notes for my bank");

    await writeFile(file, "");
    await (await openStore({ dataDir })).close();
    await truncate(file, 4_096 * 3);
    await expect(openStore({ dataDir })).rejects.toMatchObject({ id: "store_damaged" });
  });
});
