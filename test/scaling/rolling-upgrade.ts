import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { setTimeout as delay } from "node:timers/promises";
import { onServer } from "#test/scaling/database-servers.ts";
import { during } from "#test/scaling/fail-over.ts";
import { addOwner, callerAt, signIn, startInstallation, type Settings } from "#test/scaling/installation.ts";
import type { ReverseProxy } from "#test/scaling/reverse-proxy.ts";
import { eventually } from "#test/scaling/streams.ts";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");
const DATABASE = "upgraded";
const BOTH_MILLISECONDS = 5_000;

/** The newest release, or else the state before the last migration. */
export async function versionBefore(): Promise<string> {
  const tag = await run("git", ["describe", "--tags", "--abbrev=0"], { cwd: ROOT }).catch(() => null);
  if (tag !== null) return tag.stdout.trim();
  const steps = "src/server/db/migrations/steps";
  const { stdout } = await run("git", ["log", "-1", "--format=%h", "--", steps], { cwd: ROOT });
  return (await run("git", ["rev-parse", "--short", `${stdout.trim()}~1`], { cwd: ROOT })).stdout.trim();
}

/**
 * Two web processes and a worker of an earlier version run; new ones start alongside, the first of which runs the
 * pending migrations; then both serve and the old ones stop. People write and request jobs throughout.
 */
export async function rollingUpgrade(
  primary: string,
  proxy: ReverseProxy,
  shared: Settings,
  from: string,
): Promise<string[]> {
  const root = await mkdtemp(join(tmpdir(), "winnow-earlier-"));
  await run("sh", ["-c", `git archive ${from} | tar -x -C ${root}`], { cwd: ROOT });
  await symlink(join(ROOT, "node_modules"), join(root, "node_modules"));
  await onServer(primary, `create database ${DATABASE}`);
  const url = primary.replace(/[^/]*$/u, DATABASE);
  const settings = { ...shared, DATABASE_URL: url };
  const of = (more: { root?: string }) => startInstallation(proxy, settings, { webs: 2, workers: 1, ...more });
  const versions = () => onServer<{ version: number }>(url, "select max(version) as version from schema_versions");
  const old = await of({ root });
  let stopped = false;
  let fresh: typeof old | null = null;
  try {
    await addOwner(url, root, root);
    const call = callerAt(proxy.url, await signIn(proxy.url));
    const strange = new Set<string>();
    const work = async (n: number): Promise<void> => {
      const rule = { name: `Rule ${n}`, keywords: [`word${n}`] };
      for (const answer of [
        await call("/api/rules", { method: "POST", body: rule }),
        await call("/api/sync-leads", { method: "POST" }),
      ]) {
        if (!answer.ok) strange.add(`${answer.status} ${(await answer.text()).slice(0, 200)}`);
      }
    };
    const [[before], health] = [await versions(), [] as unknown[]];
    const row = await during(`upgraded from ${from}`, url, proxy.url, async () => {
      await work(1);
      fresh = await of({});
      // Both serve: the proxy sends requests to each.
      proxy.setServers([...old.webs, ...fresh.webs].map((web) => web.url));
      for (let n = 2; n <= 5; n += 1) {
        await work(n);
        await delay(BOTH_MILLISECONDS / 4);
      }
      for (const { url: web } of old.webs) {
        const ready = await fetch(`${web}/readyz`);
        await fetch(`${web}/healthz`);
        health.push([ready.status, await (await fetch(`${web}/healthz`)).json()]);
      }
      proxy.setServers(fresh.webs.map((web) => web.url));
      stopped = true;
      await old.stop();
      await work(6);
    });
    await eventually("all jobs have ended", async () => {
      const { jobs } = (await (await call("/api/jobs?limit=200")).json()) as { jobs: { state: string }[] };
      return jobs.every(({ state }) => !["waiting", "running", "retrying"].includes(state));
    });
    const { jobs: dead } = (await (await call("/api/jobs?state=dead")).json()) as {
      jobs: { title: string; message: string }[];
    };
    const [after] = await versions();
    const refused = strange.size === 0 ? "none refused" : `refused: ${[...strange].join("; ")}`;
    return [
      row,
      `\nThe database went from version ${before?.version} to ${after?.version}. Six rules and six syncs requested in the meantime: ${refused}; jobs that died: ${dead.length === 0 ? "none" : dead.map(({ title, message }) => `${title}: ${message}`).join("; ")}. The old web processes at /readyz and /healthz while both served: ${JSON.stringify(health)}.`,
    ];
  } finally {
    if (!stopped) await old.stop();
    await (fresh as typeof old | null)?.stop();
    await rm(root, { recursive: true, force: true });
  }
}
