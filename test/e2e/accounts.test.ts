import * as OTPAuth from "otpauth";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { SessionRecord } from "#shared/contract/session.ts";
import { axeFindingsInBothThemes } from "#test/e2e/axe-findings.ts";
import { openStage, type Stage } from "#test/e2e/stage.ts";

const ANN = { username: "ann@winnow.example", password: "several words to remember" };

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());
afterEach(() => expect(stage.pageErrors).toEqual([]));

/** Fills in the sign-in that is on screen. */
async function signIn(page: Page, { username, password } = ANN): Promise<void> {
  const form = page.getByRole("form", { name: "Sign in" });
  await form.getByLabel("Username").fill(username);
  await form.getByLabel("Password").fill(password);
  await form.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** A page of somebody who has signed in. */
async function openSignedIn(path: string, name: string): Promise<Page> {
  const page = await stage.open(path);
  await signIn(page);
  await page.getByRole("heading", { level: 1, name }).waitFor();
  return page;
}

/** Ends every session of the account but that of the test itself, as another browser can. */
async function endOtherSessions(): Promise<void> {
  const sessions = (await stage.api("GET", "/sessions")) as SessionRecord[];
  for (const { id } of sessions.filter(({ isCurrent }) => !isCurrent)) await stage.api("DELETE", `/sessions/${id}`);
}

describe("accounts", () => {
  it("begin with an owner made on screen, and from then on everybody signs in", async () => {
    const page = await stage.open("/account");
    await page.getByLabel("Username").fill(ANN.username);
    await page.getByLabel("Password", { exact: true }).fill("too short");
    await page.getByRole("button", { name: "Create the first account" }).click();
    await page.getByText("At least 12 characters; these are 9").waitFor();
    await page.getByLabel("Password", { exact: true }).fill(ANN.password);
    await page.getByRole("button", { name: "Create the first account" }).click();
    await page.getByText("This browser").waitFor();
    await page.getByText("No tokens yet").waitFor();
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    await stage.signIn(ANN);

    await page.getByRole("main").getByRole("button", { name: "Sign out", exact: true }).click();
    await page.waitForURL("**/sign-in");
    await page.goto("/leads?status=pending");
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    expect(await page.title()).toBe("Sign in · Winnow");
    expect(await page.getByRole("navigation").count()).toBe(0);
    await signIn(page, { ...ANN, password: "not the right password" });
    await page.getByRole("alert").getByText("not right").waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("password");
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    await signIn(page);
    await page.getByRole("heading", { level: 1, name: "Lead Management" }).waitFor();
    expect(new URL(page.url()).search).toBe("?status=pending");
  });

  it("lead nowhere else than to this page after signing in", async () => {
    const page = await stage.open("/sign-in?next=//elsewhere.example/leads");
    await signIn(page);
    await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
    expect(page.url()).toBe(`${stage.server.url}/`);
  });

  it("ask for the sign-in over the page when a session ends, and nothing typed is lost", async () => {
    const page = await openSignedIn("/rules", "Rules & Keywords");
    await page.getByRole("button", { name: "Create First Rule" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Typed before the session ended");
    await endOtherSessions();
    // Nothing was pressed: the stream of changes ended with the session.
    await page.getByText("You have been signed out.").waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("password");
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    await signIn(page);
    await page.getByText("You have been signed out.").waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("name");
    await expect
      .poll(() => page.getByLabel("Name", { exact: true }).inputValue())
      .toBe("Typed before the session ended");
    await page.getByLabel("Keywords", { exact: true }).fill("pricing");
    await page.getByRole("dialog").getByRole("button", { name: "Create Rule" }).click();
    await page.getByRole("cell", { name: "Typed before the session ended", exact: true }).waitFor();
  });

  it("are signed out in another browser from this one", async () => {
    const [here, there] = [await openSignedIn("/account", "Account"), await openSignedIn("/leads", "Lead Management")];
    await here.getByRole("button", { name: "Sign out all others" }).click();
    await here.getByRole("alertdialog").getByRole("button", { name: "Sign out" }).click();
    await there.getByText("You have been signed out.").waitFor();
    await expect.poll(() => here.getByRole("listitem").filter({ hasText: "Last used" }).count()).toBe(0);
    await stage.signIn(ANN);
  });

  it("have a second factor with recovery codes", async () => {
    const page = await openSignedIn("/account", "Account");
    await page.getByRole("button", { name: "Set up" }).click();
    await page.getByRole("img", { name: "QR code for your authenticator" }).waitFor();
    const secret = await page.getByText(/^[A-Z2-7]{16,}$/).innerText();
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    await page
      .getByRole("textbox", { name: "Code" })
      .fill(new OTPAuth.TOTP({ secret: OTPAuth.Secret.fromBase32(secret) }).generate());
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.getByText("The second factor is on").waitFor();
    const codes = await page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem").allInnerTexts();
    expect(new Set(codes).size).toBe(10);
    await page.getByRole("button", { name: "I have kept them" }).click();

    const other = await stage.open("/history");
    await signIn(other);
    await other.getByLabel("Code").fill(codes[0]!);
    await other.getByRole("button", { name: "Sign in", exact: true }).click();
    await other.getByRole("heading", { level: 1, name: "History" }).waitFor();

    await page.getByRole("button", { name: "Turn off" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Password").fill("not the right password");
    await dialog.getByRole("button", { name: "Turn off" }).click();
    await dialog.getByRole("alert").waitFor();
    await dialog.getByLabel("Password").fill(ANN.password);
    await dialog.getByRole("button", { name: "Turn off" }).click();
    await page.getByRole("button", { name: "Set up" }).waitFor();
  });

  it("show a token once, and refuse it after it is deleted", async () => {
    const page = await openSignedIn("/account", "Account");
    await page.getByRole("button", { name: "New token" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Nightly export");
    await page.getByRole("button", { name: "Make token" }).click();
    await page.getByText("Type your password").waitFor();
    await page.getByLabel("Your password").fill(ANN.password);
    await page.getByRole("button", { name: "Make token" }).click();
    await page.getByText("It is shown only this once.").waitFor();
    const token = await page.getByRole("dialog").getByText(/^wnw_/).innerText();
    const call = async (): Promise<number> =>
      (await fetch(`${stage.server.url}/api/leads`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await call()).toBe(200);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Delete Nightly export" }).waitFor();
    expect(await page.content()).not.toContain(token);
    await page.getByRole("button", { name: "Delete Nightly export" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("No tokens yet").waitFor();
    await expect.poll(call).toBe(401);
  });
});
