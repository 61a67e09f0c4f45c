import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { createSecureContext, type SecureContext } from "node:tls";
import { describe, expect, test } from "vitest";
import type { AppError } from "#server/platform/errors.ts";
import { createGoogleSheets } from "#server/pipeline/sources/google-sheets/index.ts";
import { refusals } from "#test/peers/google/google-answers.ts";
import {
  ID,
  peer,
  eachWithGooglePeer,
  restartPeer,
  source,
  config,
  refusal,
} from "#test/peers/google/sheets-under-test.ts";

eachWithGooglePeer();

describe("the network", () => {
  test.each(["token", "values"] as const)("no answer in time from %s", async (call) => {
    peer.failNext({ on: call, hang: true });
    expect((await refusal(source({ timeoutMs: 5_000 }), config())).id).toBe("google_timeout");
    expect(peer.count(call)).toBe(1);
  });

  test.each(["token", "values"] as const)("waits for a late response from %s", async (call) => {
    const late = Promise.withResolvers<void>();
    peer.failNext({ on: call, holdUntil: late.promise });
    const arrived = peer.arrival(call);
    const read = source().read(config());
    await arrived;
    late.resolve();
    expect((await read).rows).toHaveLength(2);
    expect(peer.count(call)).toBe(1);
  });

  test("nothing listening", async () => {
    const url = await closedAddress();
    expect(await refusal(source({ sheetsUrl: url }), config())).toMatchObject({ id: "google_unreachable" });
    const error = await refusal(source({ tokenUrl: `${url}/token` }), config());
    expect(error.message).toContain("127.0.0.1");
    expect(error.message).toContain("ECONNREFUSED");
  });

  test.each([
    ["as its length tells", randomBytes(20_000).toString("base64")],
    ["as it unpacks", "x".repeat(20_000)],
  ])("gives up a response over the size limit: %s", async (_, cell) => {
    peer.setSheet(ID, "Sheet1", [["Email"], [cell]]);
    const error = await refusal(source({ maxAnswerBytes: 10_000 }), config());
    expect(error.id).toBe("sheet_too_large");
  });

  describe("https", () => {
    const authority = createSecureContext({ ca: certificate("authority.pem") });

    async function readOver(name: string, trust: () => SecureContext): Promise<{ id: string }> {
      await peer.close();
      await restartPeer({ tls: { key: certificate(`${name}-key.pem`), cert: certificate(`${name}.pem`) } });
      return source({ trust })
        .read(config())
        .then(
          () => ({ id: "ok" }),
          (error: AppError) => error,
        );
    }

    test("works where the certificate verifies", async () => {
      expect(await readOver("server", () => authority)).toMatchObject({ id: "ok" });
    });

    test.each([
      ["an unknown authority", "server", () => createSecureContext()],
      ["another server's name", "wrong-name", () => authority],
      ["an expired certificate", "expired", () => authority],
    ])("is rejected for %s", async (_, name, trust) => {
      expect(await readOver(name, trust)).toMatchObject({ id: "google_untrusted" });
      expect(peer.requests).toEqual([]);
    });
  });

  test.each(["token", "values"] as const)("an abort ends a read that waits for %s", async (call) => {
    const stop = new AbortController();
    peer.failNext({ on: call, hang: true });
    const arrived = peer.arrival(call);
    const read = source().read(config(), stop.signal);
    await arrived;
    stop.abort(new Error("stopping"));
    await expect(read).rejects.toThrow("stopping");
  });

  test("an abort ends the wait between two tries, and an aborted read sends nothing", async () => {
    const stop = new AbortController();
    peer.failNext({ on: "values", answer: refusals.quotaExceeded("60") });
    const sheets = createGoogleSheets({ sheetsUrl: peer.sheetsUrl, tokenUrl: peer.tokenUrl });
    const arrived = peer.arrival("values");
    const read = sheets.read(config(), stop.signal);
    await arrived;
    stop.abort(new Error("stopping"));
    await expect(read).rejects.toThrow("stopping");
    const asked = peer.requests.length;
    await expect(sheets.read(config(), stop.signal)).rejects.toThrow("stopping");
    expect(peer.requests).toHaveLength(asked);
  });
});

/** An address of this machine where nothing listens: a port just released. */
async function closedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port.");
  await new Promise((closed) => server.close(closed));
  return `http://127.0.0.1:${address.port}`;
}

function certificate(name: string): string {
  return readFileSync(new URL(import.meta.resolve(`#test/fixtures/tls/${name}`)), "utf8");
}
