import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Lead } from "#shared/contract/leads/lead.ts";
import type { LeadImport } from "#shared/contract/leads/lead-import.ts";
import { hold, refuse } from "#test/e2e/answers.ts";
import { axeFindings } from "#test/e2e/axe-findings.ts";
import { goInside, openStage, receivesEvents, type Stage } from "#test/e2e/stage.ts";
import { workbookParts } from "#test/workbook-file.ts";
import { zipArchive } from "#test/zip-archive.ts";

const PHONE = { width: 390, height: 844, isTouch: true };
const CHOOSE = "/leads?import";

/** Like a German Excel export: semicolons and Windows-1252. The last row has no contact details. */
const CONTACTS = Buffer.from(
  "Vorname;Nachname;E-Mail;Firma;Bemerkung\n" +
    "Jürgen;Groß;juergen@gross.example;Groß & Söhne;Bitte ein Angebot\n" +
    "Änne;Weiß;aenne@weiss.example;Weiß KG;\n" +
    "Niemand;;;;ohne Adresse\n",
  "latin1",
);

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());
afterEach(() => expect(stage.pageErrors).toEqual([]));

const sheet = (page: Page): Locator => page.getByRole("dialog", { name: "Import leads" });
const button = (page: Page, name: string | RegExp): Locator => page.getByRole("button", { name, exact: true });
const field = (page: Page, label: string): Locator => sheet(page).getByLabel(label, { exact: true });
const preview = (page: Page): Locator => sheet(page).getByRole("table");
const leads = async (): Promise<Lead[]> => (await stage.api("GET", "/leads")) as Lead[];
const leadOf = async (email: string): Promise<Lead | undefined> => (await leads()).find((lead) => lead.email === email);
const formerImport = (page: Page, name: RegExp): Locator =>
  sheet(page).getByRole("region", { name: "Recent imports" }).getByRole("button", { name });
const isFocused = (element: Locator): Promise<boolean> => element.evaluate((shown) => shown === document.activeElement);

const pick = (page: Page, name: string, content: Buffer | string): Promise<void> =>
  page.getByLabel("File to import").setInputFiles({ name, mimeType: "", buffer: Buffer.from(content) });

async function reviewed(name: string, content: Buffer | string, options = {}): Promise<Page> {
  const page = await stage.visit(CHOOSE, options);
  await receivesEvents(page);
  await pick(page, name, content);
  await button(page, "Import leads").waitFor();
  return page;
}

/**
 * Runs the server's process for a moment at a time until the element shows, and leaves it stopped during `work`, whose
 * calls are answered afterwards. Otherwise an import could be over before a busy browser shows its progress.
 */
async function pausedOnce(element: Locator, begin: () => Promise<void>, work: () => Promise<void>): Promise<void> {
  const { pid } = stage.server;
  const isShown = (): Promise<boolean> =>
    element.waitFor({ timeout: 200 }).then(
      () => true,
      () => false,
    );
  process.kill(pid, "SIGSTOP");
  try {
    await begin();
    for (let left = 200; left > 0 && !(await isShown()); left -= 1) {
      process.kill(pid, "SIGCONT");
      // Synchronously, so that other work of this process can't make the moment longer.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
      process.kill(pid, "SIGSTOP");
    }
    await work();
  } finally {
    process.kill(pid, "SIGCONT");
  }
}

async function imported(page: Page): Promise<void> {
  await button(page, "Import leads").click();
  await sheet(page).getByText("Imported", { exact: true }).first().waitFor();
}

/** The counts by name. */
async function counts(page: Page): Promise<Record<string, number>> {
  const terms = await sheet(page).getByRole("term").allInnerTexts();
  const values = await sheet(page).getByRole("definition").allInnerTexts();
  return Object.fromEntries(terms.map((term, at) => [term, Number(values[at]?.replaceAll(",", ""))]));
}

/** A file with `count` rows, every hundredth without contact details. */
function manyRows(count: number, domain: string): string {
  const rows = Array.from({ length: count }, (_, at) =>
    at % 100 === 99 ? `Nobody ${at},,` : `Lead ${at},lead${at}@${domain},Company ${at % 50}`,
  );
  return `Name,Email,Company\n${rows.join("\n")}\n`;
}

describe("a file", () => {
  it("is dropped on Lead Management, detected and imported, its rejected rows downloaded, and reopened later", async () => {
    const page = await stage.visit("/leads");
    await button(page, "Import").click();
    await sheet(page).getByText("Drop a file here").waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe("?import=");
    await sheet(page)
      .getByText("Drop a file here")
      .evaluate(
        (target, bytes) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([new Uint8Array(bytes)], "kontakte.csv"));
          for (const type of ["dragover", "drop"])
            target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
        },
        [...CONTACTS],
      );

    await sheet(page).getByRole("heading", { name: "kontakte.csv" }).waitFor();
    expect(await field(page, "Encoding").inputValue()).toBe("windows-1252");
    expect(await field(page, "Columns separated by").inputValue()).toBe(";");
    expect(await field(page, "Table has headers").isChecked()).toBe(true);
    await expect
      .poll(() => preview(page).getByRole("columnheader").allInnerTexts())
      .toEqual(["Vorname", "Nachname", "E-Mail", "Firma", "Bemerkung"]);
    await preview(page).getByText("Groß & Söhne").waitFor();
    for (const [column, target] of [
      ["Vorname", "firstName"],
      ["Nachname", "lastName"],
      ["E-Mail", "email"],
      ["Firma", "company"],
      ["Bemerkung", "notes"],
    ] as const)
      expect(await field(page, `Import ${column} as`).inputValue()).toBe(target);

    await imported(page);
    expect(await counts(page)).toEqual({
      "Rows read": 3,
      "New leads": 2,
      Updated: 0,
      Unchanged: 0,
      Skipped: 1,
      Failed: 0,
    });
    expect(await leadOf("juergen@gross.example")).toMatchObject({
      name: "Jürgen Groß",
      company: "Groß & Söhne",
      source: "file",
      notes: "Bitte ein Angebot",
    });
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      sheet(page).getByRole("link", { name: "Download skipped rows" }).click(),
    ]);
    const rejected = await readFile(await download.path(), "utf8");
    expect(rejected).toContain("Niemand");
    expect(rejected).toMatch(/No contact details|contact/u);
    const { pathname, search } = new URL(page.url());
    await button(page, "Done").click();
    await sheet(page).waitFor({ state: "detached" });
    await page.getByRole("table", { name: "Leads" }).getByText("Jürgen Groß").waitFor();

    await goInside(page, pathname + search);
    await sheet(page).getByRole("heading", { name: "kontakte.csv" }).waitFor();
    expect((await counts(page))["New leads"]).toBe(2);
    await button(page, "Import another file").click();
    await formerImport(page, /^kontakte\.csv.*Imported.*2 new leads/su).click();
    await button(page, "Undo import").waitFor();
    await page.keyboard.press("Escape");
    await sheet(page).waitFor({ state: "detached" });
    await expect.poll(() => new URL(page.url()).search).toBe("");
  });

  it("is parsed again when encoding, separator, header, columns, sheet or duplicate handling change", async () => {
    const before = ((await stage.api("GET", "/imports")) as LeadImport[]).length;
    const text = "Name|Mail;Firm\nAnn|ann@corrected.example;Lee\nBo|bo@corrected.example;Berg\n";
    const page = await reviewed("corrected.csv", text);
    await field(page, "Columns separated by").selectOption("|");
    await expect.poll(() => preview(page).getByRole("columnheader").allInnerTexts()).toEqual(["Name", "Mail;Firm"]);
    await field(page, "Encoding").selectOption("utf-16le");
    await expect.poll(() => preview(page).getByText("ann@corrected.example").count()).toBe(0);
    await field(page, "Encoding").selectOption("utf-8");
    await field(page, "Columns separated by").selectOption(";");
    await expect.poll(() => preview(page).getByRole("columnheader").allInnerTexts()).toEqual(["Name|Mail", "Firm"]);
    await field(page, "Table has headers").click();
    await expect.poll(() => preview(page).getByRole("row").count()).toBe(4);
    await field(page, "Table has headers").click();
    await expect.poll(() => preview(page).getByRole("row").count()).toBe(3);

    await field(page, "Columns separated by").selectOption("|");
    const warning = sheet(page).getByText(/No column is an email/u);
    await field(page, "Import Mail;Firm as").waitFor();
    await field(page, "Import Mail;Firm as").selectOption("ignore");
    await warning.waitFor();
    await field(page, "Import Mail;Firm as").selectOption("fact");
    await field(page, "Import Name as").selectOption("scrapeUrl");
    await warning.waitFor({ state: "detached" });
    await sheet(page).getByRole("radio", { name: "Skip" }).click();
    await expect
      .poll(async () => {
        const [newest] = (await stage.api("GET", "/imports")) as LeadImport[];
        return { policy: newest?.policy, targets: newest?.columns.map(({ target }) => target) };
      })
      .toEqual({ policy: "skip", targets: ["scrapeUrl", "fact"] });
    await button(page, "Choose another file").click();
    await sheet(page).getByText("Drop a file here").waitFor();
    await expect.poll(async () => ((await stage.api("GET", "/imports")) as LeadImport[]).length).toBe(before);

    const rows = [
      ["Name", "Email"],
      ["Xavier", "xavier@book.example"],
    ];
    const sheets = [
      { name: "Notes", rows: [["Nothing here"]] },
      { name: "Hall 2", rows },
    ];
    await pick(page, "fair.xlsx", zipArchive(workbookParts(sheets)));
    await field(page, "Sheet").selectOption("Hall 2");
    await preview(page).getByText("xavier@book.example").waitFor();
    expect(await field(page, "Encoding").count()).toBe(0);
  });

  it("that can't be read, uploaded, imported or undone is reported with the reason, and can be tried again", async () => {
    const page = await stage.visit("/leads?import=99999");
    await sheet(page).getByText("Couldn't load the import").waitFor();
    await button(page, "Try again").waitFor();
    await goInside(page, CHOOSE);
    await pick(page, "minutes.xlsx", "Minutes of the meeting.\nNobody came.\n");
    await sheet(page)
      .getByText(/^This isn't an Excel workbook, despite its name/u)
      .waitFor();
    await sheet(page).getByText("This file can't be imported").waitFor();

    const release = await hold(page, "**/api/imports?name=slow*");
    await pick(page, "slow.csv", "Name,Email\nAnn,ann@slow.example\n");
    await sheet(page)
      .getByRole("progressbar", { name: /^(Uploading|Reading) slow\.csv$/u })
      .waitFor();
    await sheet(page).getByRole("button", { name: "Cancel" }).click();
    await sheet(page).getByText("Drop a file here").waitFor();
    release();
    await page.route("**/api/imports?name=away*", (route) => route.abort());
    await pick(page, "away.csv", "Name,Email\n");
    await sheet(page)
      .getByText(/^Can't reach the server/u)
      .waitFor();

    await pick(page, "failing.csv", "Name,Email\nAnn,ann@failing.example\n");
    const restore = await refuse(page, "**/api/imports/*/start", { status: 503, detail: "Try later." });
    await button(page, "Import leads").click();
    const notices = page.getByRole("region", { name: "Notices" });
    await notices.getByText("Failed to start the import").waitFor();
    await notices.getByText("Try later.").waitFor();
    await restore();
    await imported(page);
    await refuse(page, "**/api/imports/*/undo", { status: 503, detail: "Try later." });
    await button(page, "Undo import").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Undo import" }).click();
    await notices.getByText("Failed to undo the import").waitFor();
  });
});

describe("an import", () => {
  it("shows its progress, can be canceled and continued, adds up, and is undone", async () => {
    const before = await leads();
    const page = await reviewed("many.csv", manyRows(6_000, "many.example"));
    await pausedOnce(
      sheet(page).getByText(/^[\d,]+ of about [\d,]+$/u),
      () => button(page, "Import leads").click(),
      async () => {
        await page.getByRole("progressbar", { name: "Importing" }).waitFor({ timeout: 1_000 });
        const canceling = page.waitForRequest("**/api/imports/*/cancel");
        await button(page, "Cancel import").click();
        await canceling;
      },
    );
    await sheet(page).getByText("Interrupted").first().waitFor();
    expect((await counts(page))["Rows read"]).toBeLessThan(6_000);

    await button(page, "Continue import").click();
    await sheet(page).getByText("Imported", { exact: true }).first().waitFor();
    const { "Rows read": seen, ...parts } = await counts(page);
    expect(seen).toBe(6_000);
    expect(parts).toMatchObject({ "New leads": 5_940, Skipped: 60, Failed: 0 });
    expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(seen);

    await button(page, "Undo import").click();
    const question = page.getByRole("alertdialog", { name: "Undo this import?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    await button(page, "Undo import").click();
    await question.getByRole("button", { name: "Undo import" }).click();
    await sheet(page).getByText("Import undone").waitFor();
    await sheet(page).getByText("5,940 removed, 0 restored.").waitFor();
    expect(await button(page, "Undo import").count()).toBe(0);
    expect((await leads()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    await button(page, "Import another file").click();
    await formerImport(page, /^many\.csv.*Undone/su).waitFor();
  });
});

it("works with the keyboard only", async () => {
  const page = await stage.visit("/leads");
  // Awaited before it opens, so that the browser hands over the file chooser.
  const opening = page.waitForEvent("filechooser");
  await button(page, "Import").focus();
  await page.keyboard.press("Enter");
  await sheet(page).getByText("Drop a file here").waitFor();
  await expect.poll(() => isFocused(sheet(page))).toBe(true);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect.poll(() => isFocused(button(page, "Choose file"))).toBe(true);
  await page.keyboard.press("Enter");
  const chooser = await opening;
  await chooser.setFiles({ name: "keys.csv", mimeType: "", buffer: Buffer.from("Name,Email\nKay,kay@keys.example\n") });
  await field(page, "Encoding").focus();
  for (let left = 6; left > 0; left -= 1) await page.keyboard.press("Tab");
  await expect.poll(() => isFocused(sheet(page).getByRole("radio", { name: "Fill empty fields" }))).toBe(true);
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => sheet(page).getByRole("radio", { name: "Overwrite" }).isChecked()).toBe(true);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect.poll(() => isFocused(button(page, "Import leads"))).toBe(true);
  await page.keyboard.press("Enter");
  await sheet(page).getByText("Imported", { exact: true }).first().waitFor();
  await expect.poll(() => sheet(page).evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  await page.keyboard.press("Escape");
  await sheet(page).waitFor({ state: "detached" });
  await expect.poll(() => isFocused(button(page, "Import"))).toBe(true);
});

it("has no accessibility violations and doesn't scroll sideways on a phone or a desk", async () => {
  const wide = Array.from({ length: 12 }, (_, at) => `Question ${at} ${"of the many that were asked ".repeat(at % 5)}`);
  const page = await stage.visit(CHOOSE, { colorScheme: "dark", ...PHONE });
  const sideways = (): Promise<number> => sheet(page).evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
  const fits = async (): Promise<void> => {
    for (const size of [{ width: 1440, height: 900 }, PHONE]) {
      await page.setViewportSize(size);
      await expect.poll(sideways).toBe(0);
    }
  };
  await pick(page, "minutes.xlsx", "Minutes of the meeting.\n");
  await sheet(page).getByText("This file can't be imported").waitFor();
  await fits();
  expect(await axeFindings(page)).toEqual([]);
  const rows = [`Name,Email,${wide.join(",")}`, `Ann,ann@wide.example,${wide.join(",")}`, "Nobody"];
  await pick(page, "wide.csv", `${rows.join("\n")}\n`);
  await button(page, "Import leads").waitFor();
  await fits();
  expect(await axeFindings(page)).toEqual([]);
  await imported(page);
  await fits();
  await page.emulateMedia({ colorScheme: "light" });
  await page.waitForFunction(() => document.documentElement.className !== "dark");
  expect(await axeFindings(page)).toEqual([]);
});
