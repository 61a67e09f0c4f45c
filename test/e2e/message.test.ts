import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { APIResponse, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ProcessedEmail } from "#shared/contract/mailbox.ts";
import { axeFindings } from "#test/e2e/axe-findings.ts";
import { goInside, openStage, type Stage } from "#test/e2e/stage.ts";
import { inquiry, newMailbox } from "#test/http/mailbox-under-test.ts";
import { markupAttacks } from "#test/markup-attacks.ts";
import { type DovecotPeer, startDovecot } from "#test/peers/dovecot/dovecot-peer.ts";
import type { Maildir } from "#test/peers/dovecot/maildir.ts";
import { message } from "#test/peers/dovecot/sample-messages.ts";

let dovecot: DovecotPeer;
let stage: Stage;
/** A server that messages try to reach when opened. */
let stranger: { url: string; heard: string[]; close: () => void };

beforeAll(async () => {
  dovecot = await startDovecot({ certificate: null });
  stage = await openStage({ env: { WINNOW_IMAP_URL: `imap://127.0.0.1:${dovecot.imapPort}` } });
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(request.url ?? "");
    response.end();
  });
  server.on("connection", () => heard.push("a connection"));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stranger = { url, heard, close: () => void server.close() };
});
afterAll(async () => {
  stranger.close();
  await Promise.all([stage.close(), dovecot.stop()]);
});
afterEach(() => expect(stage.pageErrors).toEqual([]));

function ofHtml(html: string, subject: string): string {
  const text = message({ id: `${crypto.randomUUID()}@lee.example`, subject, text: html });
  return text.replace("text/plain", "text/html");
}

/** Syncs a mailbox with these messages; returns it. */
async function read(raws: readonly string[]): Promise<Maildir> {
  const { mail, settings } = await newMailbox(dovecot);
  await stage.api("POST", "/gmail/config", settings);
  mail.deliver(raws.map((raw) => ({ raw })));
  await stage.api("POST", "/gmail/sync");
  return mail;
}

async function idOf(subject: string): Promise<string> {
  const emails = (await stage.api("GET", "/gmail/emails?limit=200")) as ProcessedEmail[];
  return emails.find((email) => email.subject === subject)?.id ?? "";
}

const sheet = (page: Page) => page.getByRole("dialog", { name: "Message" });
const formatted = (page: Page) => sheet(page).frameLocator("iframe");

describe("a message", () => {
  it("opens from its row under its own URL, closes to the list, and reports when it is gone from its mailbox", async () => {
    const html = `<p style="color: rgb(200, 0, 0)">Dear team, <a href="${stranger.url}/bank">https://bank.example</a></p><img src="${stranger.url}/pixel.gif">`;
    const mail = await read([
      ofHtml(html, "A formatted one"),
      inquiry({ id: "gone@lee.example", subject: "Soon gone", email: "gone@lee.example" }),
    ]);
    mail.expunge("gone@lee.example");
    const id = await idOf("A formatted one");
    const page = await stage.open("/gmail?tab=emails");
    await page.getByRole("link", { name: "A formatted one" }).click();
    await sheet(page).getByText("Ann Lee <ann@lee.example>").waitFor();
    expect(new URL(page.url()).search).toBe(`?tab=emails&message=${id}`);
    await sheet(page).getByRole("region", { name: "Text of the message" }).getByText("Dear team,").waitFor();
    await sheet(page).getByText("Formatted", { exact: true }).click();
    const words = formatted(page).getByText("Dear team,");
    await expect.poll(() => words.evaluate((element) => getComputedStyle(element).color)).toBe("rgb(200, 0, 0)");
    await sheet(page)
      .getByText(/^1 remote image blocked/u)
      .waitFor();
    const link = sheet(page).getByRole("link", { name: `${stranger.url}/bank` });
    expect(await link.getAttribute("rel")).toBe("noopener noreferrer");
    expect(await link.getAttribute("target")).toBe("_blank");
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await sheet(page).waitFor({ state: "hidden" });
    await expect.poll(() => new URL(page.url()).search).toBe("?tab=emails");
    await goInside(page, `/gmail?message=${id}`);
    await sheet(page).getByText("Ann Lee <ann@lee.example>").waitFor();
    expect(stranger.heard).toEqual([]);

    await goInside(page, "/gmail?tab=emails");
    await page.getByRole("link", { name: "Soon gone" }).click();
    await sheet(page).getByText("It's no longer in the INBOX folder of its mailbox.").waitFor();
    await sheet(page).getByText("200 licences").waitFor();
  });

  describe("of hostile markup", () => {
    /** A page that logs scripts that run, windows that open and requests to the stranger. */
    async function listening(): Promise<{ page: Page; reached: () => unknown[] }> {
      const page = await stage.openAlone();
      await page.goto("/");
      const reached: unknown[] = [];
      await page.exposeFunction("reached", (what: unknown) => reached.push(what));
      page.context().on("page", () => reached.push("a window"));
      stranger.heard.length = 0;
      return { page, reached: () => [...reached, ...stranger.heard] };
    }

    it("runs and opens nothing in its frame even without the sanitizer", async () => {
      await read([ofHtml("<p>Before</p>", "An empty one")]);
      const { page, reached } = await listening();
      // Policies don't cover preconnects, which send nothing of the message.
      const { "fetched ahead": _ahead, ...named } = markupAttacks(stranger.url);
      const attacks = Object.values(named);
      let served: Promise<APIResponse> | null = null;
      await page.route("**/message/html?*", async (route) => {
        served ??= route.fetch();
        const response = await served;
        await route.fulfill({ response, body: attacks[Number(new URL(route.request().url()).search.slice(1))] ?? "" });
      });
      const id = await idOf("An empty one");
      const framed = await page.evaluate(
        async ([path, count]) => {
          const frames = Array.from({ length: count }, async (_, index) => {
            const frame = document.createElement("iframe");
            // As in the sheet.
            frame.setAttribute("sandbox", "");
            frame.src = `${path}?${index}`;
            document.body.append(frame);
            await new Promise((done) => frame.addEventListener("load", done, { once: true }));
            frame.remove();
          });
          return (await Promise.all(frames)).length;
        },
        [`/api/gmail/emails/${id}/message/html`, attacks.length] as const,
      );
      expect(framed).toBe(attacks.length);
      expect(reached()).toEqual([]);
      await expect.poll(() => stage.pageErrors.join("\n")).toMatch(/Blocked script execution.*sandboxed/u);
      // Reports end there.
      await page.close();
      stage.pageErrors.length = 0;
    });

    it("would have been detected", async () => {
      const { page, reached } = await listening();
      await page.goto("about:blank");
      await page.setContent(`<img src=x onerror=parent.reached(1)><img src="${stranger.url}/control">`);
      await expect.poll(reached).toEqual(expect.arrayContaining([1, "a connection"]));
      // A page without an origin may not read from this machine; Chromium checks that after connecting.
      await expect.poll(() => stage.pageErrors.join()).toContain("address space");
      await page.close();
      stage.pageErrors.length = 0;
    });
  });
});
