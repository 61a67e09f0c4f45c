import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pinnedNode, root } from "./project.mjs";
import { runServer } from "./server.mjs";

const SPREADSHEET_ID = "1b7Qe0sampleTeamsContactsOfHalfAYear4xKpZ9mw";
/** The websites that the sample team reads, as the sample names them. */
const WEBSITES = ["association", "guild", "suppliers", "exhibitors"];
const SIGN_IN = { username: "winnow", password: "only-on-this-machine" };
/** Settings that could lead to real data, which the sample must never get into. */
const OF_REAL_DATA = ["DATABASE_URL", "WINNOW_DATA_DIR", "WINNOW_SECRET_KEY", "WINNOW_ROLE"];

/**
 * Serves the sample team from a folder that goes at the end, with a Google Sheets server, a mail server and
 * websites of its own on this machine: Winnow talks to them as it would to the real ones. Answers the server's exit code.
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
    const { username, password } = SIGN_IN;
    const mailArgs = ["--mode", "plain", "--folder", files.mail, "--user", username, "--password", password];
    const smtp = startPeer("test/peers/smtp/main.ts", mailArgs);
    peers.push(smtp);
    writeFileSync(files.sheet, execFileSync(pinnedNode, ["src/server/demo/print-sheet.ts"], { cwd: root }));
    const sheetArgs = ["--sheet", files.sheet, "--key-file", files.key, "--spreadsheet-id", SPREADSHEET_ID];
    const google = startPeer("test/peers/google/main.ts", sheetArgs);
    peers.push(google);
    const folders = WEBSITES.map((name) => join(files.websites, name));
    const sites = startPeer(
      "test/peers/website/main.ts",
      folders.flatMap((path) => ["--folder", path]),
    );
    peers.push(sites);

    const port = Number((await smtp.linesTo(() => true))[0]);
    const offered = Object.fromEntries((await google.linesTo((line) => line === "READY=1")).map(nameAndValue));
    const sheet = {
      spreadsheetId: SPREADSHEET_ID,
      serviceAccount: JSON.parse(readFileSync(files.key, "utf8")),
    };
    const mail = { host: "127.0.0.1", port, ...SIGN_IN };
    let sitesReady = 0;
    const urls = await sites.linesTo(() => (sitesReady += 1) === WEBSITES.length);
    const websites = Object.fromEntries(
      WEBSITES.map((name, index) => [name, { folder: folders[index], url: urls[index] }]),
    );
    writeFileSync(files.services, JSON.stringify({ sheet, mail, websites }), { mode: 0o600 });
    if (stopAsked) return 0;

    console.error(`Mail of the sample team arrives in ${files.mail}`);
    const inherited = Object.entries(process.env).filter(([name]) => !OF_REAL_DATA.includes(name));
    const env = {
      ...Object.fromEntries(inherited),
      WINNOW_DEMO: files.services,
      WINNOW_DATA_DIR: files.data,
      WINNOW_GOOGLE_SHEETS_URL: offered["WINNOW_GOOGLE_SHEETS_URL"],
      WINNOW_GOOGLE_TOKEN_URL: offered["WINNOW_GOOGLE_TOKEN_URL"],
      WINNOW_SCRAPE_ALLOW_PRIVATE: "1",
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
    websites: join(folder, "websites"),
    sheet: join(folder, "sheet.json"),
    key: join(folder, "service-account.json"),
    services: join(folder, "services.json"),
  };
}

/**
 * Starts a server that stands in for somebody else's.
 *
 * @param {string} file
 * @param {readonly string[]} args
 */
function startPeer(file, args) {
  const child = spawn(pinnedNode, [file, ...args], { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "close");
  return {
    /**
     * The lines it printed up to the one that says it is ready.
     *
     * @param {(line: string) => boolean} isLast
     */
    async linesTo(isLast) {
      const lines = [];
      for await (const line of createInterface({ input: child.stdout })) {
        lines.push(line);
        if (isLast(line)) return lines;
      }
      throw new Error(`${file} ended before it was ready; its message is above.`);
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
