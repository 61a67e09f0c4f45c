import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ServiceAccount } from "#shared/contract/data-source.ts";
import { DEMO_SITES, type DemoServices, usernameOf } from "#server/demo/demo-services.ts";
import { startGooglePeer } from "#test/peers/google/google-peer.ts";
import { cellsOfFile } from "#test/peers/google/sheet-file.ts";
import { startImapPeer } from "#test/peers/imap/imap-peer.ts";
import { startSmtpPeer } from "#test/peers/smtp/smtp-peer.ts";
import { folderSite } from "#test/peers/website/folder-site.ts";
import { startWebsitePeer } from "#test/peers/website/website-peer.ts";

const SPREADSHEET_ID = "1SampleSheetOfTheSampleTeam";
const PASSWORD = "seven-vans-before-dawn";
const SIGN_IN = { email: "sales@planwell.example", password: "a-password" };

/** The servers that the sample team reads from and sends through. */
export async function openDemoServices() {
  const folder = await mkdtemp(join(tmpdir(), "winnow-test-"));
  const inbox = join(folder, "inbox");
  const sheetFile = join(folder, "sheet.tsv");
  await mkdir(inbox);
  const [google, smtp, imap] = await Promise.all([
    startGooglePeer(),
    startSmtpPeer({ mode: "plain", users: { [SIGN_IN.email]: SIGN_IN.password } }),
    startImapPeer({ folder: inbox, user: SIGN_IN.email, password: SIGN_IN.password }),
  ]);
  const account = google.addServiceAccount();
  google.setSheet(SPREADSHEET_ID, "Sheet1", cellsOfFile(sheetFile));
  google.share(SPREADSHEET_ID, account.email);
  const folders = DEMO_SITES.map((name) => join(folder, name));
  const sites = await Promise.all(folders.map((path) => startWebsitePeer(folderSite(path))));
  const websites = DEMO_SITES.map((name, at) => [name, { folder: folders[at]!, url: sites[at]!.url }] as const);
  const servicesFile = join(folder, "services.json");
  const services: DemoServices = {
    password: PASSWORD,
    websites: Object.fromEntries(websites) as DemoServices["websites"],
    sheet: { spreadsheetId: SPREADSHEET_ID, serviceAccount: ServiceAccount.parse(account.keyFile), file: sheetFile },
    smtp: { host: smtp.host, port: smtp.port, ...SIGN_IN },
    mailbox: { server: `imap://127.0.0.1:${imap.port}`, folder: inbox, ...SIGN_IN },
  };
  await writeFile(servicesFile, JSON.stringify(services));
  return {
    google,
    smtp,
    folder,
    servicesFile,
    /** Of the owner. */
    signIn: { username: usernameOf("hannah"), password: PASSWORD },
    close: () =>
      Promise.all([
        google.close(),
        smtp.close(),
        imap.close(),
        ...sites.map((site) => site.close()),
        rm(folder, { recursive: true, force: true }),
      ]),
  };
}
