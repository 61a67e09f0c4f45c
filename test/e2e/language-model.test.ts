import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { Settings } from "#shared/contract/settings.ts";
import { axeFindings } from "#test/e2e/axe-findings.ts";
import { goInside, openStage, receivesEvents, type Stage } from "#test/e2e/stage.ts";
import { REVIEW_RULES, unclear } from "#test/http/mailbox-under-test.ts";
import { ADA, BOB } from "#test/http/account-examples.ts";
import { startLlmPeer, type LlmPeer } from "#test/peers/llm/llm-peer.ts";

const RULES = "/gmail?tab=rules";
const EMAILS = "/gmail?tab=emails";
const LABEL = "Use the language model for unclear messages and pages";
const QUOTE = "Could we book a demo?";

let llm: LlmPeer;
let stage: Stage;
beforeAll(async () => {
  llm = await startLlmPeer();
  stage = await openStage({ env: { WINNOW_LLM_URL: llm.url, WINNOW_LLM_MODEL: "tiny" } });
});
afterAll(() => Promise.all([stage.close(), llm.close()]));
beforeEach(() => stage.api("PUT", "/settings", { useLanguageModel: false }));
afterEach(() => expect(stage.pageErrors).toEqual([]));

const control = (page: Page): Locator => page.getByRole("switch", { name: LABEL });
const isOn = async (): Promise<boolean> => ((await stage.api("GET", "/settings")) as Settings).useLanguageModel;
const notices = (page: Page): Locator => page.getByRole("region", { name: "Notices" });

it("is off until an owner turns it on, says what it sends where, and can be undone", async () => {
  const page = await stage.open(RULES);
  const card = page.getByRole("region", { name: "Language model" });
  await card.getByText(`and the text of unclear web pages, to ${new URL(llm.url).host}.`).waitFor();
  expect(await control(page).isChecked()).toBe(false);
  await control(page).click();
  // Hovering keeps the notice open until Undo.
  await notices(page).getByText("Language model turned on").hover();
  await card.getByText("0 of 500 requests used today (UTC)").waitFor();
  expect(await isOn()).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
  await notices(page).getByRole("button", { name: "Undo" }).last().click();
  await expect.poll(() => control(page).isChecked()).toBe(false);
  await expect.poll(isOn).toBe(false);
});

it("shows the model's verdict with its quote when it arrives", async () => {
  await stage.api("PUT", "/gmail/rules", REVIEW_RULES);
  await stage.api("POST", "/process-email", { content: unclear({ id: "quoted@lee.example" }) });
  const page = await stage.open(EMAILS);
  const row = page.getByRole("row").filter({ hasText: "Your software" });
  await row.getByText("Needs review").waitFor();
  await receivesEvents(page);
  llm.script({
    json: { verdict: "lead", evidence: QUOTE, name: "Ann Lee", company: "", title: "", phone: "", email: "" },
  });
  await stage.api("PUT", "/settings", { useLanguageModel: true });
  await row.getByText("By language model").waitFor();
  await row.getByRole("button", { name: /^Show reasons/u }).click();
  await page.getByText(`Read by the language model: “${QUOTE}”`).waitFor();
});

it("can't be turned on by a member", async () => {
  await stage.api("POST", "/session/first-owner", ADA);
  await stage.signIn(ADA);
  await stage.api("POST", "/users", { ...BOB, role: "member" });
  const page = await stage.open("/sign-in");
  await page.getByLabel("Username").fill(BOB.username);
  await page.getByLabel("Password", { exact: true }).fill(BOB.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/");
  await goInside(page, RULES);
  await expect.poll(() => control(page).isDisabled()).toBe(true);
  const card = page.getByRole("region", { name: "Language model" });
  await card.getByText("Only an owner can change these settings.").waitFor();
});
