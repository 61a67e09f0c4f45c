import { execFile, spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { dovecotConfig, MAIL_OWNER, tokenConfig, type DovecotSettings } from "#test/peers/dovecot/dovecot-config.ts";
import { openMaildir, type Maildir } from "#test/peers/dovecot/maildir.ts";
import { freePorts } from "#test/postgres.ts";

const run = promisify(execFile);
const PROGRAM = "/usr/sbin/dovecot";

/** A real IMAP server for tests. */
export interface DovecotPeer {
  /** Plain, with STARTTLS unless it was started without a certificate. */
  readonly imapPort: number;
  /** TLS from the start. */
  readonly imapsPort: number;
  /** Adds a user with an empty mailbox. */
  addUser(name: string, password: string): Promise<Maildir>;
  /** Ends it at once with all its connections, like a crash. */
  halt(): Promise<void>;
  /** Starts it again after `halt`, on the same port with the same data. */
  resume(): Promise<void>;
  /** The content of its log. */
  log(): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts a Dovecot on free ports of 127.0.0.1, in a folder that `stop` removes. Throws a one-line Error when Dovecot
 * isn't installed. Run by root, the mail belongs to the user nobody.
 */
export async function startDovecot(
  options: Partial<Pick<DovecotSettings, "certificate" | "introspectionUrl">> = {},
): Promise<DovecotPeer> {
  if (!existsSync(PROGRAM)) {
    throw new Error("The tests need Dovecot: install it (on Debian: apt-get install dovecot-imapd).");
  }
  const owner = await ownerIds();
  const folder = await mkdtemp(join(tmpdir(), "winnow-dovecot-"));
  // Its processes run as several users, and each must be able to reach its own files.
  await chmod(folder, 0o755);
  const [imap = 0, imaps = 0] = await freePorts(2);
  const ports = { imap, imaps };
  const { certificate = "server", introspectionUrl } = options;
  await writeFile(join(folder, "dovecot.conf"), dovecotConfig({ folder, ports, certificate, introspectionUrl }));
  if (introspectionUrl !== undefined) {
    await writeFile(join(folder, "oauth2.conf"), tokenConfig(introspectionUrl), { mode: 0o644 });
  }
  for (const name of ["run", "state", "home", "users"]) await mkdir(join(folder, name), { mode: 0o755 });
  const log = (): Promise<string> => readFile(join(folder, "log"), "utf8").catch(() => "");

  let server = await start();
  return {
    imapPort: ports.imap,
    imapsPort: ports.imaps,
    async addUser(name, password) {
      // Separate files, because Dovecot rereads a changed one only if its modification second differs.
      await writeFile(join(folder, "users", name), `${name}:{PLAIN}${password}\n`, { mode: 0o644 });
      const mail = openMaildir(join(folder, "home", name, "Maildir"), owner);
      await mkdir(join(folder, "home", name), { recursive: true });
      mail.deliver([]);
      if (owner !== null) await run("chown", ["-R", `${owner.uid}:${owner.gid}`, join(folder, "home", name)]);
      return mail;
    },
    halt: () => end(server),
    async resume() {
      server = await start();
    },
    log,
    async stop() {
      await end(server);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };

  async function start(): Promise<ChildProcess> {
    const child = spawn(PROGRAM, ["-F", "-c", join(folder, "dovecot.conf")], {
      stdio: ["ignore", "ignore", "pipe"],
      // Its own process group, so that all its processes can be ended together.
      detached: true,
    });
    const endWithUs = (): void => kill(child);
    process.once("exit", endWithUs);
    child.once("exit", () => process.off("exit", endWithUs));
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
    const ended = new Promise<true>((resolve) => child.once("exit", () => resolve(true)));
    while (!(await answers(ports.imap))) {
      const hasEnded = await Promise.race([ended, new Promise<false>((resolve) => setImmediate(resolve, false))]);
      if (hasEnded) throw new Error(`Dovecot did not start: ${said}${await log()}`);
    }
    return child;
  }
}

async function ownerIds(): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null;
  const [uid, gid] = await Promise.all(
    ["-u", "-g"].map(async (flag) => Number((await run("id", [flag, MAIL_OWNER])).stdout)),
  );
  if (uid === undefined || gid === undefined) throw new Error(`The user ${MAIL_OWNER} is missing.`);
  return { uid, gid };
}

/** Whether an IMAP server greets there. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const answer = (greets: boolean): void => {
      socket.destroy();
      resolve(greets);
    };
    socket.once("data", () => answer(true));
    socket.once("error", () => answer(false));
    socket.once("close", () => answer(false));
  });
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once("exit", resolve));
  kill(server);
  await ended;
}

/** On a regular stop it would keep connections for ten more seconds. */
function kill({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, "SIGKILL");
}
