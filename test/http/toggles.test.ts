import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshWinnow } from "#test/harness.ts";
import { mailSettings, sheetSource, startPeers, type Peers } from "#test/http/endpoint-examples.ts";
import { oneEngine } from "#test/stores.ts";

let peers: Peers;
beforeAll(async () => {
  peers = await startPeers();
});
afterAll(() => peers.close());

// Nothing here is a default, so a default applied by a change would show.
const nouns = [
  { noun: "rules", body: { name: "Intent", keywords: ["demo", "urgent"], scoreWeight: 37 } },
  { noun: "data-sources", body: { ...sheetSource, config: { ...sheetSource.config, range: "Sheet1!A1:C3" } } },
  { noun: "email-settings", body: { smtpPort: 2525, reportFrequency: "monthly" } },
] as const;

describe.each(oneEngine("sqlite"))("switching off and on, on %s", (engine) => {
  test.each(nouns)("one of the $noun changes only that", async ({ noun, body }) => {
    const winnow = await freshWinnow(engine, { google: peers.google });
    const whole = noun === "email-settings" ? { ...mailSettings(peers), ...body } : body;
    const before = await winnow.ok(`POST /api/${noun}`, { body: whole });
    expect(before.isActive).toBe(true);
    for (const isActive of [false, true]) {
      const after = await winnow.ok(`PATCH /api/${noun}/{id}`, { id: before.id, body: { isActive } });
      expect(after).toEqual({ ...before, isActive, version: expect.any(String) });
      expect(await winnow.ok(`GET /api/${noun}`)).toEqual([after]);
    }
    expect(await winnow.ok(`PATCH /api/${noun}/{id}`, { id: before.id, body: {} })).toEqual(before);
  });

  test("one of several mail servers is in use", async () => {
    const winnow = await freshWinnow(engine);
    const first = await winnow.ok("POST /api/email-settings", { body: mailSettings(peers) });
    const second = await winnow.ok("POST /api/email-settings", { body: mailSettings(peers) });
    const active = async () =>
      (await winnow.ok("GET /api/email-settings")).filter(({ isActive }) => isActive).map(({ id }) => id);
    expect(await active()).toEqual([second.id]);
    await winnow.ok("PATCH /api/email-settings/{id}", { id: first.id, body: { isActive: true } });
    expect(await active()).toEqual([first.id]);
  });
});
