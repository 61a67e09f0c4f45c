import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pinnedNode, root } from "./project.mjs";
import { runServer } from "./server.mjs";

const SPREADSHEET_ID = "1b7Qe0sampleTeamsSalesContactsSheet4xKpZ9mw";
/** The websites that the sample team reads, by their folders in demo/websites. */
const WEBSITES = ["traders", "expo"];
/** To its mailbox, and to the server that takes its mail. */
const SIGN_IN = { email: "sales@planwell.example", password: "only-on-this-machine" };
/** The password of the sample team's accounts, which src/server/demo/demo-services.ts names. */
const PASSWORD = "seven-vans-before-dawn";
/** Settings that could lead to real data, which the sample must never get into. */
const REAL_DATA_SETTINGS = ["DATABASE_URL", "WINNOW_DATA_DIR", "WINNOW_SECRET_KEY", "WINNOW_ROLE"];

/**
 * Serves the sample team from a temporary folder, with its own Google Sheets server, mail servers and websites on this
 * machine: Winnow talks to them as it would to the real ones. Returns the server's exit code.
 */
export async function runDemo() {
  const folder = mkdtempSync(join(tmpdir(), "winnow-demo-"));
  /** @type {ReturnType<typeof startPeer>[]} */
  const peers = [];
  let stopAsked = false;
  const askToStop = () => void (stopAsked = true);
  /** @type {NodeJS.Signals[]} */
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, askToStop);
  try {
    const files = filesIn(folder);
    const signIn = ["--user", SIGN_IN.email, "--password", SIGN_IN.password];
    const smtp = startPeer("test/peers/smtp/main.ts", ["--mode", "plain", "--folder", files.mail, ...signIn]);
    peers.push(smtp);
    const imap = startPeer("test/peers/imap/main.ts", ["--folder", files.inbox, ...signIn]);
    peers.push(imap);
    const sheetArgs = ["--sheet", files.sheet, "--key-file", files.key, "--spreadsheet-id", SPREADSHEET_ID];
    const google = startPeer("test/peers/google/main.ts", sheetArgs);
    peers.push(google);
    const folders = WEBSITES.map((name) => join(files.websites, name));
    const sites = startPeer(
      "test/peers/website/main.ts",
      folders.flatMap((path) => ["--folder", path]),
    );
    peers.push(sites);

    const [smtpPort] = await smtp.linesTo(() => true);
    const [imapPort] = await imap.linesTo(() => true);
    const offered = Object.fromEntries((await google.linesTo((line) => line === "READY=1")).map(nameAndValue));
    const sheet = {
      spreadsheetId: SPREADSHEET_ID,
      serviceAccount: JSON.parse(readFileSync(files.key, "utf8")),
      file: files.sheet,
    };
    const outgoing = { host: "127.0.0.1", port: Number(smtpPort), ...SIGN_IN };
    const mailbox = { server: `imap://127.0.0.1:${imapPort}`, folder: files.inbox, ...SIGN_IN };
    let sitesReady = 0;
    const urls = await sites.linesTo(() => (sitesReady += 1) === WEBSITES.length);
    const websites = Object.fromEntries(
      WEBSITES.map((name, index) => [name, { folder: folders[index], url: urls[index] }]),
    );
    writeFileSync(files.services, JSON.stringify({ password: PASSWORD, sheet, smtp: outgoing, mailbox, websites }), {
      mode: 0o600,
    });
    if (stopAsked) return 0;

    console.error(`The sample team's mail arrives in ${files.mail}`);
    console.error(`Sign in as hannah@planwell.example with the password ${PASSWORD}`);
    const { PORT = "3000" } = process.env;
    const inherited = Object.entries(process.env).filter(([name]) => !REAL_DATA_SETTINGS.includes(name));
    const env = {
      ...Object.fromEntries(inherited),
      WINNOW_DEMO: files.services,
      WINNOW_DATA_DIR: files.data,
      WINNOW_GOOGLE_SHEETS_URL: offered["WINNOW_GOOGLE_SHEETS_URL"],
      WINNOW_GOOGLE_TOKEN_URL: offered["WINNOW_GOOGLE_TOKEN_URL"],
      WINNOW_SCRAPE_ALLOW_PRIVATE: "1",
      WINNOW_MAIL_ALLOW_PRIVATE: "1",
      // The sample addresses exist only here.
      WINNOW_DNS: "off",
      // Digests link to it.
      ...(PORT === "0" ? {} : { WINNOW_PUBLIC_URL: `http://127.0.0.1:${PORT}` }),
    };
    return await runServer(env);
  } finally {
    await Promise.all(peers.map((peer) => peer.stop()));
    for (const signal of signals) process.off(signal, askToStop);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder */
function filesIn(folder) {
  return {
    data: join(folder, "data"),
    mail: join(folder, "mail"),
    inbox: join(folder, "inbox"),
    websites: join(folder, "websites"),
    sheet: join(folder, "sheet.tsv"),
    key: join(folder, "service-account.json"),
    services: join(folder, "services.json"),
  };
}

/**
 * Starts a local replacement for an outside server.
 *
 * @param {string} file
 * @param {readonly string[]} args
 */
function startPeer(file, args) {
  const child = spawn(pinnedNode, [file, ...args], { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "close");
  return {
    /**
     * Waits for the line that says it's ready and returns everything printed so far.
     *
     * @param {(line: string) => boolean} isLast
     */
    async linesTo(isLast) {
      const lines = [];
      for await (const line of createInterface({ input: child.stdout })) {
        lines.push(line);
        if (isLast(line)) return lines;
      }
      throw new Error(`${file} exited before it was ready; see its message above.`);
    },
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** @param {string} line such as NAME=value */
function nameAndValue(line) {
  const at = line.indexOf("=");
  return [line.slice(0, at), line.slice(at + 1)];
}
