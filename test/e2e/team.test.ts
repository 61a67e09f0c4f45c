import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { axeFindings, axeFindingsInBothThemes } from "#test/e2e/axe-findings.ts";
import { goInside, openStage, type Stage } from "#test/e2e/stage.ts";

const ANN = { username: "ann@winnow.example", password: "several words to remember" };
const VERA = { username: "vera@winnow.example", password: "other words to remember" };

let stage: Stage;
let owner: Page;
let viewer: Page;

beforeAll(async () => {
  // The mail server of the stage is on this machine, which only the operator may allow once accounts exist.
  stage = await openStage({ env: { WINNOW_MAIL_ALLOW_PRIVATE: "1" } });
  await stage.api("POST", "/sample-leads");
  await stage.api("POST", "/session/first-owner", ANN);
  await stage.signIn(ANN);
  owner = await openSignedIn();
  viewer = await stage.share("about:blank");
});
afterAll(() => stage.close());
afterEach(() => expect(stage.pageErrors).toEqual([]));

async function openSignedIn(): Promise<Page> {
  const page = await stage.share("/sign-in?next=/team");
  await page.getByLabel("Username").fill(ANN.username);
  await page.getByLabel("Password").fill(ANN.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Team" }).waitFor();
  return page;
}

/** Signs Vera in over her page, after her session ended. */
async function signInAgain(): Promise<void> {
  const form = viewer.getByRole("form", { name: "Sign in" });
  await form.getByLabel("Username").fill(VERA.username);
  await form.getByLabel("Password").fill(VERA.password);
  await form.getByRole("button", { name: "Sign in", exact: true }).click();
  await form.waitFor({ state: "detached" });
}

describe("the team", () => {
  it("invites by link and removes the secret from the URL", async () => {
    await owner.getByText("is the only owner. Make someone else an owner").waitFor();
    await expect.poll(() => owner.getByLabel(`Role of ${ANN.username}`).isDisabled()).toBe(true);
    await owner.getByRole("button", { name: "Add person" }).click();
    await owner.getByRole("dialog").getByLabel("Username").fill(VERA.username);
    await owner.keyboard.press("Escape");
    await owner.getByRole("button", { name: "Add person" }).click();
    await expect.poll(() => owner.getByRole("dialog").getByLabel("Username").inputValue()).toBe(VERA.username);
    await owner.getByRole("dialog").getByLabel("Role").selectOption("viewer");
    await owner.getByRole("button", { name: "Create link" }).click();
    const link = await owner.getByRole("dialog").getByText("/invitation#").innerText();
    await owner.getByRole("button", { name: "Done" }).click();
    await owner.getByRole("row").filter({ hasText: VERA.username }).getByText("Invitation expires").waitFor();
    expect(await axeFindingsInBothThemes(owner)).toEqual([]);

    await viewer.goto(link);
    await viewer.getByRole("heading", { level: 1, name: "Choose a password" }).waitFor();
    await viewer.waitForURL(`${stage.server.url}/invitation`);
    expect(await axeFindings(viewer)).toEqual([]);
    await viewer.getByLabel("Password", { exact: true }).fill(VERA.password);
    await viewer.getByRole("button", { name: "Set password and sign in" }).click();
    await viewer.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
    await owner.getByRole("row").filter({ hasText: VERA.username }).getByText("Active").waitFor();
  });

  it("shows a viewer everything but offers no actions", async () => {
    const acts = viewer.getByRole("button", {
      name: /^(Sync|Generate|Approve|Qualify|Reject|Add|Import|Create|Edit|Delete|Save|Undo|Set up|Try|Scrape|Analyze|Run|Cancel|Remove)/,
      disabled: false,
    });
    const screens = [
      ["/", "Dashboard", "Recent Activity"],
      ["/leads", "Lead Management", "All Leads"],
      ["/lead-scraper", "Lead Scraper", "No scraping targets configured yet"],
      ["/lead-scraper?tab=forms", "Lead Scraper", "Only owners can see the webhook URL"],
      ["/gmail", "Gmail Integration", "Only an owner can change these settings"],
      ["/rules?new", "Rules & Keywords", "How scoring works"],
      ["/setup-guide", "Setup Guide", "From the first lead to your inbox"],
      ["/data-sources?new", "Data Sources", "No data sources configured yet"],
      ["/email-settings", "Email Settings", "Only an owner can change these settings"],
      ["/configuration", "Configuration", "Only an owner can change these settings"],
      ["/jobs", "Schedules & Jobs", "Nightly backup"],
      ["/history", "History", "Sample leads added"],
      ["/team", "Team", "Owners only"],
    ] as const;
    for (const [path, title, mark] of screens) {
      await goInside(viewer, path);
      await expect.poll(() => viewer.getByRole("heading", { level: 1 }).innerText()).toBe(title);
      await viewer.getByText(mark).first().waitFor();
      expect({ path, acts: await acts.allInnerTexts() }).toEqual({ path, acts: [] });
      expect({ path, dialogs: await viewer.getByRole("dialog").count() }).toEqual({ path, dialogs: 0 });
    }
    expect(await viewer.getByRole("link", { name: "Team", exact: true }).count()).toBe(0);

    await goInside(viewer, "/leads");
    const table = viewer.getByRole("table", { name: "Leads" });
    await table.getByRole("link").first().waitFor();
    const status = (): Promise<string> => table.getByRole("row").nth(1).locator('[data-label="Status"]').innerText();
    const before = await status();
    for (const key of ["j", "q", "r"]) await viewer.keyboard.press(key);
    await viewer.keyboard.press("Enter");
    await viewer.getByRole("dialog").getByText("Why this score").waitFor();
    expect(
      await viewer
        .getByRole("dialog")
        .getByRole("button", { name: /^(Qualify|Reject|Delete|Edit)/ })
        .count(),
    ).toBe(0);
    await viewer.keyboard.press("Escape");
    expect(await status()).toBe(before);

    await goInside(viewer, "/leads?layout=board");
    const cards = viewer.locator("[data-column=pending]").getByRole("link");
    await cards.first().waitFor();
    const pending = await cards.allInnerTexts();
    expect(await viewer.getByRole("button", { name: /^Actions for/ }).count()).toBe(0);
    await cards.first().focus();
    await viewer.keyboard.press("Shift+ArrowRight");
    await cards.first().hover();
    await viewer.mouse.down();
    await viewer.locator("[data-column=approved]").hover();
    await viewer.mouse.up();
    expect(await cards.allInnerTexts()).toEqual(pending);

    await viewer.keyboard.press("Control+k");
    await viewer.getByRole("option", { name: /^Export all/ }).waitFor();
    expect(await viewer.getByRole("option", { name: /^(Add a lead|Sync leads now|Add a person)$/ }).count()).toBe(0);
    await viewer.keyboard.press("Escape");
  });

  it("changes a role, which takes signing in again", async () => {
    await owner.getByLabel(`Role of ${VERA.username}`).selectOption("member");
    await owner.getByText(`${VERA.username} is now a member`).waitFor();
    // A new role takes a new session.
    await viewer.getByText("Your session ended.").waitFor();
    await signInAgain();
    await viewer.getByRole("button", { name: "Add lead" }).first().waitFor();
  });

  it("shows all signed-in browsers to owners, who can sign out other users", async () => {
    await owner.getByRole("tab", { name: "Browsers" }).click();
    const row = owner.getByRole("list", { name: "Signed-in browsers" }).getByRole("listitem");
    await row.filter({ hasText: "This browser" }).waitFor();
    expect(await row.filter({ hasText: "This browser" }).getByRole("button").count()).toBe(0);
    const ofVera = row.filter({ hasText: VERA.username });
    await ofVera.getByRole("button", { name: new RegExp(`^Sign out .* of ${VERA.username}$`) }).click();
    await ofVera.waitFor({ state: "detached" });
    await viewer.getByText("Your session ended.").waitFor();
    await signInAgain();
  });

  it("shows all API tokens to owners, who can delete other users' tokens", async () => {
    await goInside(viewer, "/account?new");
    const name = viewer.getByLabel("Name", { exact: true });
    await name.waitFor();
    await name.fill("Nightly export");
    await viewer.getByLabel("Your password").fill(VERA.password);
    await viewer.getByRole("button", { name: "Create token" }).click();
    const token = await viewer.getByRole("dialog").getByText(/^wnw_/).innerText();
    await viewer.getByRole("button", { name: "Done" }).click();
    const call = async (): Promise<number> =>
      (await fetch(`${stage.server.url}/api/leads`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await call()).toBe(200);

    await owner.getByRole("tab", { name: "API tokens" }).click();
    const row = owner.getByRole("list", { name: "API tokens" }).getByRole("listitem");
    await row.filter({ hasText: VERA.username }).getByText("Nightly export").waitFor();
    expect(await owner.content()).not.toContain(token);
    expect(await axeFindings(owner)).toEqual([]);
    await owner.getByRole("button", { name: `Delete Nightly export of ${VERA.username}` }).click();
    await owner.getByRole("alertdialog").getByText(VERA.username).waitFor();
    await owner.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await owner.getByText("No API tokens yet").waitFor();
    await expect.poll(call).toBe(401);
    await viewer.getByText("No tokens yet").waitFor();
    await owner.getByRole("tab", { name: "People" }).click();
  });

  it("adds assignment rules with conditions and a preview, and shows on a lead why it was assigned", async () => {
    const tier = { name: "Tier", kind: "choice", options: ["Gold", "Silver", "Bronze"] };
    const { id: fieldId } = (await stage.api("POST", "/lead-fields", tier)) as { id: string };
    await stage.api("POST", "/tags", { name: "Trade show" });
    await owner.getByRole("tab", { name: "Assignment" }).click();
    await owner.getByText("No assignment rules yet").waitFor();
    await owner.getByRole("button", { name: "Add rule" }).first().click();
    const dialog = owner.getByRole("dialog");
    const press = (name: string): Promise<void> => dialog.getByRole("button", { name }).click();
    await dialog.getByLabel("Name").fill("Everyone");
    await press("Preview");
    await dialog.getByText("Choose at least one person").waitFor();
    await dialog.getByLabel(VERA.username, { exact: true }).check();
    await dialog.getByLabel(`Weight of ${VERA.username}`).selectOption("2");
    await press("Preview");
    await dialog.getByText(/^Would assign/).waitFor();
    await press("Add rule");
    const rules = owner.getByRole("list", { name: "Assignment rules" });
    await rules.getByText(`All leads → Round robin: ${VERA.username} (2)`).waitFor();
    await owner.getByRole("button", { name: "Add rule" }).first().click();
    await dialog.getByLabel("Name").fill("Best");
    await dialog.getByLabel(VERA.username, { exact: true }).check();
    await dialog.getByLabel("Tag").selectOption("Trade show");
    await dialog.getByRole("button", { name: "Add condition" }).click();
    await press("Add rule");
    await dialog.getByText("Choose a field", { exact: true }).last().waitFor();
    await dialog.getByLabel("Custom field").selectOption("Tier");
    await dialog.getByText("Choose an option").waitFor();
    for (const option of ["Gold", "Silver"]) await dialog.getByRole("checkbox", { name: option }).check();
    expect(await axeFindings(owner)).toEqual([]);
    await press("Add rule");
    const best = rules.getByRole("listitem").filter({ hasText: "Best" });
    await best.getByText("Tag Trade show, Tier is Gold or Silver →").waitFor();
    await best.getByText("“Everyone” comes first and takes all of its leads.").waitFor();
    await owner.getByRole("button", { name: "Actions for Best" }).click();
    await owner.getByRole("menuitem", { name: "Move up" }).click();
    await best.getByText("Never matches").waitFor({ state: "detached" });
    await stage.api("DELETE", `/lead-fields/${fieldId}`);
    await best.getByText("There is no custom field tier, so nothing matches there.").waitFor();
    await owner.getByLabel("Leads per day").first().selectOption("5");
    await owner.getByText(`Availability of ${ANN.username} updated`).waitFor();
    expect(await axeFindingsInBothThemes(owner)).toEqual([]);
    const { width = 1440, height = 900 } = owner.viewportSize() ?? {};
    await owner.setViewportSize({ width: 320, height });
    expect(await owner.locator("main").evaluate((main) => main.scrollWidth - main.clientWidth)).toBe(0);
    await owner.setViewportSize({ width, height });

    await owner.getByRole("button", { name: "Assign unassigned leads…" }).click();
    await owner.getByRole("alertdialog").getByRole("button", { name: "Assign leads" }).click();
    await owner.getByText(/leads assigned$/).waitFor();
    await goInside(owner, "/leads/1");
    await owner.getByText(`Assigned to ${VERA.username} by “Everyone”: round robin among 1`).waitFor();
  });

  it("comments on a lead, and notifies the mentioned person in the bell", async () => {
    await goInside(owner, "/leads/1");
    const field = owner.getByLabel("New comment");
    await field.fill("Please call, @ver");
    const people = owner.getByRole("group", { name: "People to mention" }).getByRole("button");
    await people.click();
    expect(await field.inputValue()).toBe(`Please call, @${VERA.username} `);
    await field.fill("Please call, @ver");
    await people.waitFor();
    await field.press("Enter");
    await owner.keyboard.type("today");
    expect(await field.inputValue()).toBe(`Please call, @${VERA.username} today`);
    expect(await axeFindings(owner)).toEqual([]);
    await owner.getByRole("button", { name: "Add comment" }).click();
    const timeline = owner.getByRole("region", { name: "Timeline" });
    await timeline.getByText(`Please call, @${VERA.username} today`).waitFor();
    await expect.poll(() => field.inputValue()).toBe("");
    await viewer.getByRole("button", { name: /^Notifications/ }).click();
    await viewer.getByRole("link", { name: `${ANN.username} mentioned you` }).click();
    await viewer.getByRole("region", { name: "Timeline" }).getByText("Please call").waitFor();

    await timeline.getByRole("button", { name: /^Actions for/ }).click();
    await owner.getByRole("menuitem", { name: "Edit" }).click();
    await timeline.getByLabel("Comment", { exact: true }).fill("Call tomorrow");
    await owner.keyboard.press("Control+Enter");
    await timeline.getByText("(edited)").waitFor();
    await viewer.getByText("Call tomorrow").waitFor();
    await timeline.getByRole("button", { name: /^Actions for/ }).click();
    await owner.getByRole("menuitem", { name: "Delete" }).click();
    await owner.getByText("Comment deleted").waitFor();
    await viewer.getByText("Call tomorrow").waitFor({ state: "detached" });
  });

  it("limits members to their own and unassigned leads in open pages", async () => {
    const [{ id }] = (await stage.api("GET", "/team")) as [{ id: string }];
    const { name } = (await stage.api("PATCH", "/leads/1", { ownerId: id })) as { name: string };
    await goInside(owner, "/team");
    const list = `/leads?search=${encodeURIComponent(name)}`;
    await goInside(viewer, list);
    const link = viewer.getByRole("link", { name, exact: true }).first();
    await link.waitFor();
    await owner.getByLabel("Members see only their own and unassigned leads").click();
    await owner.getByText("Members see only their own and unassigned leads").nth(1).waitFor();
    await link.waitFor({ state: "detached" });
    const filters = viewer.getByRole("button", { name: /^Filters/ });
    const options = viewer.getByLabel("Owner", { exact: true }).locator("option");
    const shownOptions = async (): Promise<string[]> => {
      // The page starts again with what it may see, also after it was clicked.
      if ((await filters.getAttribute("aria-expanded")) === "false") await filters.click();
      return options.allInnerTexts();
    };
    await expect.poll(shownOptions).toEqual(["Anyone", "Me", "Nobody"]);
    await viewer.keyboard.press("Escape");
    await goInside(viewer, "/leads/1");
    await viewer.getByText("You can't see this lead").waitFor();
    await goInside(viewer, list);
    await owner.getByLabel("Members see only their own and unassigned leads").click();
    await link.waitFor();
  });

  it("deactivates an account and records it in the audit log", async () => {
    await owner.getByRole("button", { name: `Actions for ${VERA.username}` }).click();
    await owner.getByRole("menuitem", { name: "Deactivate account" }).click();
    await owner.getByRole("alertdialog").getByRole("button", { name: "Deactivate account" }).click();
    await owner.getByRole("row").filter({ hasText: VERA.username }).getByText("Deactivated").waitFor();
    await viewer.getByText("Your session ended.").waitFor();

    await owner.getByRole("tab", { name: "Audit log" }).click();
    const log = owner.getByRole("table", { name: "Audit log" });
    await log.getByText(`deactivated ${VERA.username}`).first().waitFor();
    await owner.getByLabel("Action").selectOption("session.first-owner");
    await expect.poll(() => log.getByRole("row").count()).toBe(2);
    await owner.getByLabel("Person", { exact: true }).selectOption(VERA.username);
    await owner.getByText("No matching entries").waitFor();
    await owner.getByRole("button", { name: "Clear filters" }).click();
    await log.getByText(`deactivated ${VERA.username}`).first().waitFor();
  });

  it("emails an invitation once outgoing email is set up, and revokes it", async () => {
    await stage.addMailServer();
    await goInside(owner, "/team?new");
    const dialog = owner.getByRole("dialog");
    await dialog.getByLabel("Username").fill("max@winnow.example");
    await expect.poll(() => dialog.getByLabel("Send to").inputValue()).toBe("max@winnow.example");
    await dialog.getByRole("button", { name: "Send invitation" }).click();
    await owner.getByText("Invitation sent to max@winnow.example").waitFor();
    await expect.poll(() => stage.smtp.messages.at(-1)?.to).toEqual(["max@winnow.example"]);
    const row = owner.getByRole("row").filter({ hasText: "max@winnow.example" });
    await row.getByText("Invitation expires").waitFor();

    await owner.getByRole("button", { name: "Actions for max@winnow.example" }).click();
    await owner.getByRole("menuitem", { name: "Resend invitation" }).click();
    stage.smtp.failures = { connection: { code: 421, text: "4.3.2 Try later" } };
    await dialog.getByRole("button", { name: "Send link" }).click();
    await owner.getByText("The email to max@winnow.example couldn't be sent.").waitFor();
    await owner.getByText("/invitation#").waitFor();
    expect(await axeFindings(owner)).toEqual([]);
    await owner.getByRole("button", { name: "Done" }).click();

    await owner.getByRole("button", { name: "Actions for max@winnow.example" }).click();
    await owner.getByRole("menuitem", { name: "Revoke invitation" }).click();
    await owner.getByRole("alertdialog").getByRole("button", { name: "Revoke invitation" }).click();
    await row.getByText("No valid invitation").waitFor();
  });
});
