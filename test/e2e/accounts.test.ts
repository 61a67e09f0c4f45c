import * as OTPAuth from "otpauth";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { SessionRecord } from "#shared/contract/session.ts";
import { axeFindings, axeFindingsInBothThemes } from "#test/e2e/axe-findings.ts";
import { goInside, openStage, type Stage } from "#test/e2e/stage.ts";

const ANN = { username: "ann@winnow.example", password: "several words to remember" };

let stage: Stage;
beforeAll(async () => {
  // Digests have links.
  stage = await openStage({ env: { WINNOW_PUBLIC_URL: "https://winnow.example" } });
});
afterAll(() => stage.close());
afterEach(() => expect(stage.pageErrors).toEqual([]));

/** Submits the sign-in form on screen. */
async function signIn(page: Page, { username, password } = ANN): Promise<void> {
  const form = page.getByRole("form", { name: "Sign in" });
  await form.getByLabel("Username").fill(username);
  await form.getByLabel("Password").fill(password);
  await form.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** A page of a signed-in user. */
async function openSignedIn(path: string, name: string): Promise<Page> {
  const page = await stage.open(path);
  await signIn(page);
  await page.getByRole("heading", { level: 1, name }).waitFor();
  return page;
}

const focusedName = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.getAttribute("name"));

/** Ends every session of the account except the test's own, as another browser can. */
async function endOtherSessions(): Promise<void> {
  const sessions = (await stage.api("GET", "/sessions")) as SessionRecord[];
  for (const { id } of sessions.filter(({ isCurrent }) => !isCurrent)) await stage.api("DELETE", `/sessions/${id}`);
}

describe("accounts", () => {
  it("require everyone to sign in once the first owner exists", async () => {
    const page = await stage.open("/account");
    await page.getByLabel("Username").fill(ANN.username);
    await page.getByLabel("Password", { exact: true }).fill("too short");
    await page.getByRole("button", { name: "Create first account" }).click();
    await page.getByText("Use at least 12 characters (currently 9)").waitFor();
    await page.getByLabel("Password", { exact: true }).fill(ANN.password);
    await page.getByRole("button", { name: "Create first account" }).click();
    await page.getByText("This browser").waitFor();
    await page.getByText("No tokens yet").waitFor();
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    await stage.signIn(ANN);

    await page.evaluate(() => {
      sessionStorage.setItem("winnow.rule-changes", "a draft");
      document.body.dataset["before"] = "sign-out";
    });
    await page.getByRole("main").getByRole("button", { name: "Sign out", exact: true }).click();
    await page.waitForURL("**/sign-in");
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    // None of the user's data is left: not in the page, its storage, or behind Back.
    const left = () =>
      page.evaluate(() => [sessionStorage.getItem("winnow.rule-changes"), document.body.dataset["before"]]);
    expect(await left()).toEqual([null, undefined]);
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    expect(await left()).toEqual([null, undefined]);
    expect(await page.getByText("This browser").count()).toBe(0);
    await page.goto("/leads?status=pending");
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    await expect.poll(() => page.title()).toBe("Sign in · Winnow");
    expect(await page.getByRole("navigation").count()).toBe(0);
    await signIn(page, { ...ANN, password: "not the right password" });
    await page.getByRole("alert").getByText("Wrong username").waitFor();
    await expect.poll(() => focusedName(page)).toBe("password");
    expect(await axeFindings(page)).toEqual([]);
    await signIn(page);
    await page.getByRole("heading", { level: 1, name: "Lead Management" }).waitFor();
    expect(new URL(page.url()).search).toBe("?status=pending");
  });

  it("ask to sign in again over the page when a session ends, and keep or save what was typed", async () => {
    const lead = { name: "Ada Lovelace", email: "ada@engines.example" };
    const { id } = (await stage.api("POST", "/leads", lead)) as { id: string };
    const page = await openSignedIn("/rules", "Rules & Keywords");
    await page.getByRole("button", { name: "Create first rule" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Typed before the session ended");
    await endOtherSessions();
    // No request was made: the event stream ended with the session.
    await page.getByText("Your session ended.").waitFor();
    await expect.poll(() => focusedName(page)).toBe("password");
    expect(await axeFindings(page)).toEqual([]);
    await signIn(page);
    await page.getByText("Your session ended.").waitFor({ state: "detached" });
    await expect.poll(() => focusedName(page)).toBe("name");
    await expect
      .poll(() => page.getByLabel("Name", { exact: true }).inputValue())
      .toBe("Typed before the session ended");
    await page.getByLabel("Keywords", { exact: true }).fill("pricing");
    await page.getByRole("dialog").getByRole("button", { name: "Create rule" }).click();
    await page.getByRole("cell", { name: "Typed before the session ended", exact: true }).waitFor();

    await goInside(page, `/leads/${id}`);
    await page.getByRole("textbox", { name: "Notes" }).fill("Call back in May");
    await endOtherSessions();
    await page.getByText("Your session ended.").waitFor();
    await signIn(page);
    await page.getByText("Your session ended.").waitFor({ state: "detached" });
    await expect.poll(async () => stage.api("GET", `/leads/${id}`)).toMatchObject({ notes: "Call back in May" });
    expect(await page.getByRole("textbox", { name: "Notes" }).inputValue()).toBe("Call back in May");
  });

  it("support two-factor authentication with recovery codes, and can be signed out of all other browsers", async () => {
    const page = await openSignedIn("/account", "Account");
    await page.getByRole("button", { name: "Set up" }).click();
    const proof = page.getByRole("dialog");
    await proof.getByLabel("Password").fill("not the right password");
    await proof.getByRole("button", { name: "Continue" }).click();
    await proof.getByRole("alert").getByText("Wrong password.").waitFor();
    expect(await page.getByRole("img", { name: "QR code for your authenticator" }).count()).toBe(0);
    await proof.getByLabel("Password").fill(ANN.password);
    await proof.getByRole("button", { name: "Continue" }).click();
    await proof.waitFor({ state: "detached" });
    await page.getByRole("img", { name: "QR code for your authenticator" }).waitFor();
    const secret = await page.getByText(/^[A-Z2-7]{16,}$/).innerText();
    expect(await axeFindings(page)).toEqual([]);
    await page
      .getByRole("textbox", { name: "Code" })
      .fill(new OTPAuth.TOTP({ secret: OTPAuth.Secret.fromBase32(secret) }).generate());
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.getByText("Two-factor authentication is on").waitFor();
    const codeList = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
    await expect.poll(async () => new Set(await codeList.allInnerTexts()).size).toBe(10);
    const codes = await codeList.allInnerTexts();
    await page.getByRole("button", { name: "I saved them" }).click();

    const other = await stage.open("/history");
    await signIn(other);
    await other.getByLabel("Code").fill(codes[0]!);
    await other.getByRole("button", { name: "Sign in", exact: true }).click();
    await other.getByRole("heading", { level: 1, name: "History" }).waitFor();
    await page.getByRole("button", { name: "Sign out all others" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Sign out" }).click();
    await other.getByText("Your session ended.").waitFor();
    await expect.poll(() => page.getByRole("listitem").filter({ hasText: "Last used" }).count()).toBe(0);

    await page.getByRole("button", { name: "Turn off" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Password").fill("not the right password");
    await dialog.getByRole("button", { name: "Turn off" }).click();
    await dialog.getByRole("alert").waitFor();
    await dialog.getByLabel("Password").fill(ANN.password);
    await dialog.getByRole("button", { name: "Turn off" }).click();
    await page.getByRole("button", { name: "Set up" }).waitFor();
    await stage.signIn(ANN);
  });

  it("show a token once, reject it after it is deleted, and limit an assistant's to some tools", async () => {
    const page = await openSignedIn("/account", "Account");
    await page.getByRole("button", { name: "New token" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Nightly export");
    await page.getByRole("button", { name: "Create token" }).click();
    await page.getByText("Enter your password").waitFor();
    await page.getByLabel("Your password").fill(ANN.password);
    await page.getByRole("button", { name: "Create token" }).click();
    await page.getByText("You won't see it again.").waitFor();
    const token = await page.getByRole("dialog").getByText(/^wnw_/).innerText();
    const call = async (): Promise<number> =>
      (await fetch(`${stage.server.url}/api/leads`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await call()).toBe(200);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Delete Nightly export" }).waitFor();
    expect(await page.content()).not.toContain(token);
    await page.getByRole("button", { name: "Delete Nightly export" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("No tokens yet").waitFor();
    await expect.poll(call).toBe(401);

    const card = page.getByRole("region", { name: "Connect an assistant" });
    await card.getByText(`claude mcp add --transport http winnow ${stage.server.url}/mcp`).waitFor();
    await card.getByLabel("Assistant").selectOption("VS Code");
    await card.getByText('"servers"').waitFor();
    await card.getByText("What it can do").click();
    await card.getByText("Undo an action").waitFor();
    await page.getByRole("button", { name: "New token" }).click();
    const dialog = page.getByRole("dialog", { name: "New token" });
    await dialog.getByLabel("Name", { exact: true }).fill("My assistant");
    await dialog.getByRole("switch", { name: "Only for an assistant" }).click();
    await dialog.getByLabel("Get figures").uncheck();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByLabel("Your password").fill(ANN.password);
    await dialog.getByRole("button", { name: "Create token" }).click();
    await page.getByText("You won't see it again.").waitFor();
    await page.getByRole("button", { name: "Done" }).click();
    const [created] = (await stage.api("GET", "/tokens")) as { name: string; tools: string[] }[];
    expect(created).toMatchObject({ name: "My assistant", tools: expect.arrayContaining(["get_lead"]) });
    expect(created?.tools).not.toContain("get_figures");
    expect(created?.tools).not.toContain("undo");
    await page.getByText(`${created?.tools.length} tools`).waitFor();
  });

  it("say why no digest is sent, and turn it off and on again", async () => {
    const page = await openSignedIn("/account", "Account");
    const card = page.getByRole("region", { name: "Emails to you" });
    const digest = card.getByRole("switch", { name: "Email me a digest" });
    await card.getByText("Outgoing email isn't configured.").waitFor();
    expect(await digest.isDisabled()).toBe(true);
    await stage.addMailServer();
    await page.reload();
    await card.getByText(`Sent to ${ANN.username}`).waitFor();
    await card.getByLabel("Hour").selectOption("07:00");
    await page.getByText("Email settings saved").waitFor();
    await digest.click();
    await card.getByLabel("Hour").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).first().click();
    await card.getByLabel("Hour").waitFor();
    await expect.poll(() => stage.api("GET", "/session/digest")).toMatchObject({ isOn: true, hour: 7 });
  });
});
