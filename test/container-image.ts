// What npm run container does in separate namespaces (scripts/container.mjs): builds the image without a registry,
// starts it with a read-only root, creates the first owner with the printed link, imports a file and checks its lead.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { chown, mkdir } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { residentMegabytes } from "../bench/process-figures.ts";
import { main, pinnedNode, root } from "../scripts/project.mjs";
import { callerAt } from "#test/scaling/installation.ts";
import { eventually } from "#test/scaling/streams.ts";
import { startServer } from "#test/server-process.ts";

const [BASE, BUILDER, IMAGE] = ["localhost/base", "localhost/builder", "localhost/winnow"] as const;
const USER = 10_001;
const MAX_IMAGE_MEGABYTES = 300;
/** Of the idle memory without a container. */
const MAX_IDLE_SHARE = 1.1;
const IDLE_MILLISECONDS = 10_000;
/** What Debian's slim images have: no documentation, and no Perl to merge folders that are merged already. */
const SLIM = [
  ...["doc", "man", "locale"].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`),
  "--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr",
  "--include=usr-is-merged",
];
const AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt";
const ADA = { username: "ada@acme.example", password: "a quiet lamp upon the desk" };

const [, , folder = ""] = process.argv;
const npm = dirname(dirname(process.env["npm_execpath"] ?? ""));

/** Temporary files and caches are removed with the folder. */
const env = { ...process.env, TMPDIR: folder };

/** Runs a program to its end and returns its output. Throws with its last lines. */
async function output(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  let [out, all] = ["", ""];
  child.stdout.on("data", (text) => ((out += String(text)), (all += String(text))));
  child.stderr.on("data", (text) => (all += String(text)));
  const [code] = (await once(child, "close")) as [number | null];
  if (code === 0) return out.trim();
  const last = all.trim().split("\n").slice(-40).join("\n");
  throw new Error(`${program} ${args.join(" ")} failed (exit code ${code}):\n${last}`);
}

const STORAGE = [`--root=${join(folder, "storage")}`, `--runroot=${join(folder, "run")}`];
const podman = (...args: string[]): Promise<string> => output("podman", [...STORAGE, ...args]);
const buildah = (...args: string[]): Promise<string> => output("buildah", [...STORAGE, ...args]);

function check(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(otherwise);
}

async function buildImage(): Promise<void> {
  console.error("Making a Debian base …");
  const archive = join(folder, "base.tar");
  const suite = /^VERSION_CODENAME=(\w+)$/mu.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? "stable";
  const sources = ["/etc/apt/sources.list", "/etc/apt/sources.list.d/debian.sources"].filter((file) =>
    existsSync(file),
  );
  await output("mmdebstrap", ["--variant=apt", "--dpkgopt=force-unsafe-io", ...SLIM, suite, archive, ...sources]);
  await podman("import", "--quiet", archive, BASE);

  console.error("Building the image …");
  const builder = await buildah("from", BASE);
  await buildah("copy", builder, pinnedNode, "/usr/local/bin/node");
  await buildah("copy", builder, npm, "/usr/local/lib/node_modules/npm");
  await buildah("copy", builder, process.env["NODE_EXTRA_CA_CERTS"] ?? AUTHORITIES, AUTHORITIES);
  await buildah("config", "--env", `NODE_EXTRA_CA_CERTS=${AUTHORITIES}`, builder);
  const link = ["ln", "-s", "../lib/node_modules/npm/bin/npm-cli.js", "/usr/local/bin/npm"];
  await buildah("run", "--isolation=chroot", builder, "--", ...link);
  await buildah("commit", "--rm", builder, BUILDER);
  const npmrc = join(homedir(), ".npmrc");
  await podman(
    "build",
    "--isolation=chroot",
    "--format=docker",
    "--layers=false",
    `--tag=${IMAGE}`,
    `--build-arg=BASE=${BASE}`,
    `--build-arg=BUILDER=${BUILDER}`,
    ...(existsSync(npmrc) ? [`--secret=id=npmrc,src=${npmrc}`] : []),
    ".",
  );
}

interface ImageFacts {
  Size: number;
  Config: { Cmd: string[]; User: string };
  Healthcheck: { Test: string[] };
}

/** Creates the owner with the link's secret, imports a file, and returns the score of its lead. */
async function importedScore(url: string, token: string): Promise<number | undefined> {
  const call = callerAt(url, "");
  check((await call("/api/leads")).status === 401, "Leads are open to people without an account.");
  const firstOwner = { method: "POST", body: { ...ADA, token } };
  const created = await call("/api/session/first-owner", firstOwner);
  check(created.ok, `The link doesn't work: ${await created.text()}`);
  check((await call("/api/session/first-owner", firstOwner)).status === 409, "The link works twice.");
  const cookie = created.headers.getSetCookie()[0]?.split(";")[0] ?? "";

  const asOwner = callerAt(url, cookie);
  const ask = async <T>(path: string, body?: unknown): Promise<T> => {
    const answer = await asOwner(path, { method: body === undefined ? "GET" : "POST", body });
    const text = await answer.text();
    check(answer.ok, `${path} answered ${answer.status}: ${text}`);
    return (text === "" ? null : JSON.parse(text)) as T;
  };
  check((await asOwner("/")).headers.get("content-type")?.startsWith("text/html") === true, "There is no page.");
  await ask("/api/rules", { name: "Intent", keywords: ["pricing"], scoreWeight: 40 });
  const upload = await fetch(`${url}/api/imports?name=leads.csv`, {
    method: "POST",
    headers: { cookie, "content-type": "text/csv" },
    body: "Name,Email,Notes\nAnn Lee,ann@lee.example,Asks for pricing\n",
  });
  const { id } = (await upload.json()) as { id: string };
  await ask(`/api/imports/${id}/start`, {});
  await eventually("the file is imported", async () => {
    const { state } = await ask<{ state: string }>(`/api/imports/${id}`);
    return state === "finished";
  });
  const leads = await ask<{ email: string; score: number }[]>("/api/leads");
  return leads.find(({ email }) => email === "ann@lee.example")?.score;
}

/** The same server without a container; an earlier start has filled its compile cache, as in the image. */
async function idleMegabytesOutside(): Promise<number> {
  const settings = { env: { MALLOC_ARENA_MAX: "2", NODE_ENV: "production", HOST: "0.0.0.0" } };
  await (await startServer(settings)).stop();
  const server = await startServer(settings);
  await wait(IDLE_MILLISECONDS);
  const megabytes = residentMegabytes(server.pid);
  await server.stop();
  return megabytes;
}

/** Starts the image's command as its user with a read-only root, works with it, and stops it. */
async function runContainer({ Config, Healthcheck }: ImageFacts): Promise<void> {
  const container = await buildah("from", IMAGE);
  const inside = ["run", "--isolation=chroot", `--user=${Config.User}`];
  for (const [name, path] of [
    ["data", "/data"],
    ["temporary", "/tmp"],
  ] as const) {
    await mkdir(join(folder, name), { mode: 0o700 });
    await chown(join(folder, name), USER, USER);
    inside.push(`--volume=${join(folder, name)}:${path}`);
  }
  const files = await buildah("mount", container);
  await output("mount", ["--bind", "-o", "ro", files, files]);
  // As podman run --read-only does; buildah writes there.
  await output("mount", ["-t", "tmpfs", "tmpfs", join(files, "run")]);

  const child = spawn("buildah", [...STORAGE, ...inside, "--env=PORT=0", container, "--", ...Config.Cmd], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close") as Promise<[number | null]>;
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const { value: url } = await lines.next();
  const { value: link } = await lines.next();
  const port = URL.parse(String(url))?.port;
  const token = String(link).split("#")[1] ?? "";
  check(port !== undefined && token !== "", "The container printed no link for the first owner.");

  const [kind, ...health] = Healthcheck.Test;
  check(kind === "CMD", "The health check needs a shell.");
  await buildah(...inside, `--env=PORT=${port}`, container, "--", ...health);
  console.log("The health check passes without a shell, and the root is read-only.");

  const pid = Number(await output("pgrep", ["--newest", `--euid=${USER}`, "--full", "dist/server/main.js"]));
  await wait(IDLE_MILLISECONDS);
  const idle = residentMegabytes(pid);
  const outside = await idleMegabytesOutside();
  console.log(`Idle memory: ${idle.toFixed(0)} MB; without a container ${outside.toFixed(0)} MB.`);
  check(idle <= MAX_IDLE_SHARE * outside, "Idle, it uses more memory than without a container.");

  const score = await importedScore(`http://127.0.0.1:${port}`, token);
  check(score === 40, `The imported lead has a score of ${score} instead of 40.`);
  console.log("The link created the owner, and the imported lead has its score.");

  process.kill(pid, "SIGTERM");
  const [code] = await ended;
  check(code === 0, `SIGTERM ended the container with exit code ${code}.`);
  console.log("SIGTERM stops it with exit code 0.");
}

await main(async () => {
  check(folder !== "" && existsSync(npm), "Start this with npm run container.");
  await buildImage();
  const [facts] = JSON.parse(await podman("image", "inspect", IMAGE)) as [ImageFacts];
  const megabytes = facts.Size / 1e6;
  console.log(`Image: ${megabytes.toFixed(0)} MB.`);
  check(megabytes < MAX_IMAGE_MEGABYTES, `The image is larger than ${MAX_IMAGE_MEGABYTES} MB.`);
  await runContainer(facts);
  return 0;
});
// A failed check leaves the container running.
process.exit();
