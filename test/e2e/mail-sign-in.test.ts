import { afterAll, beforeAll, expect, test } from "vitest";
import { openStage, type Stage } from "#test/e2e/stage.ts";
import { CLIENT, startOauthPeer, TENANT, type OauthPeer } from "#test/peers/oauth/oauth-peer.ts";

let oauth: OauthPeer;
let stage: Stage;
beforeAll(async () => {
  oauth = await startOauthPeer();
  stage = await openStage({ env: { WINNOW_MICROSOFT_OAUTH_URL: oauth.url } });
  oauth.redirectUris.push(`${stage.server.url}/api/mail-sign-ins/callback`);
});
afterAll(async () => {
  await stage.close();
  await oauth.close();
});

test("the button signs in at the provider and comes back to a form that only needs saving", async () => {
  const page = await stage.open("/gmail");
  await page.getByRole("button", { name: "Set up for Microsoft 365" }).click();
  const dialog = page.getByRole("dialog", { name: "Microsoft 365 app" });
  await dialog.getByText(`${stage.server.url}/api/mail-sign-ins/callback`).waitFor();
  await dialog.getByLabel("Application (client) ID").fill(CLIENT.clientId);
  await dialog.getByLabel("Directory (tenant) ID").fill(TENANT);
  await dialog.getByLabel("Client secret").fill(CLIENT.clientSecret);
  await dialog.getByRole("button", { name: "Save app" }).click();
  await page.getByRole("button", { name: "Sign in with Microsoft 365" }).click();
  await page.getByRole("combobox", { name: "Sign in with" }).waitFor();
  expect(await page.getByRole("combobox", { name: "Sign in with" }).inputValue()).toBe("microsoft");
  expect(await page.getByLabel("Email", { exact: true }).inputValue()).toBe("sales@acme.example");
  expect(new URL(page.url()).search).toBe("");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Gmail configuration saved successfully").waitFor();
  expect(await stage.api("GET", "/gmail/config")).toMatchObject({ signIn: "microsoft", email: oauth.account });
  expect(stage.pageErrors).toEqual([]);
});
