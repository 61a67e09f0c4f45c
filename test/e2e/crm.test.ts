import { afterAll, beforeAll, expect, test } from "vitest";
import type { Lead } from "#shared/contract/leads/lead.ts";
import { goInside, openStage, type Stage } from "#test/e2e/stage.ts";
import type { CrmPeer } from "#test/peers/crm/crm-peer.ts";
import { HUBSPOT_TOKEN, PORTAL, startHubspotPeer } from "#test/peers/crm/hubspot-peer.ts";

let hubspot: CrmPeer;
let stage: Stage;
beforeAll(async () => {
  hubspot = await startHubspotPeer();
  stage = await openStage({ env: { WINNOW_HUBSPOT_URL: hubspot.url } });
});
afterAll(async () => {
  await stage.close();
  await hubspot.close();
});

test("a CRM is connected with a choice of fields, and a lead sent by hand links to its contact", async () => {
  const lead = (await stage.api("POST", "/leads", { name: "Ann van Dyke", email: "ann@acme.example" })) as Lead;
  const page = await stage.open("/integrations");
  await page.getByRole("button", { name: "Connect CRM" }).click();
  const connecting = page.getByRole("dialog", { name: "Connect CRM" });
  await connecting.getByLabel("Access token").fill("wrong");
  await connecting.getByRole("button", { name: "Connect", exact: true }).click();
  await connecting.getByText("HubSpot doesn't accept the access token", { exact: false }).waitFor();
  await connecting.getByLabel("Access token").fill(HUBSPOT_TOKEN);
  await connecting.getByRole("button", { name: "Connect", exact: true }).click();

  const settings = page.getByRole("dialog", { name: `HubSpot account ${PORTAL}` });
  await settings.getByText("With the values of Ann van Dyke.").waitFor();
  await settings.getByLabel("Field for Score").selectOption({ label: "Winnow score" });
  await settings.getByLabel("Field for Website").selectOption({ label: "Don't send" });
  await settings.getByLabel("Send", { exact: true }).selectOption({ label: "Only by hand" });
  await settings.getByRole("button", { name: "Save changes" }).click();
  await page.getByText(`HubSpot account ${PORTAL} updated`).waitFor();

  await page.getByRole("button", { name: /^Settings/u }).click();
  await settings.getByText("Credentials").click();
  await settings.getByLabel("Access token").fill("wrong");
  await settings.getByRole("button", { name: "Save changes" }).click();
  await settings.getByText("HubSpot doesn't accept the access token", { exact: false }).waitFor();
  await settings.getByLabel("Access token").press("Backspace");
  await settings.getByText("HubSpot doesn't accept the access token", { exact: false }).waitFor({ state: "detached" });
  expect(await settings.getByLabel("Access token").isVisible()).toBe(true);
  await settings.getByRole("button", { name: "Cancel" }).click();

  await goInside(page, `/leads/${lead.id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Send to HubSpot" }).click();
  const link = page.getByRole("link", { name: "In HubSpot" });
  await link.waitFor();
  const [id] = hubspot.records.keys();
  expect(await link.getAttribute("href")).toBe(`https://app.hubspot.com/contacts/${PORTAL}/record/0-1/${id}`);
  expect(hubspot.records.get(id ?? "")?.fields).toEqual({
    email: "ann@acme.example",
    firstname: "Ann",
    lastname: "van Dyke",
    winnow_score: "0",
  });
  expect(stage.pageErrors).toEqual([]);
});
