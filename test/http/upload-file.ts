import { expect } from "vitest";
import { LeadImport } from "#shared/contract/leads/lead-import.ts";
import { exactly, type TestWinnow } from "#test/harness.ts";

/** Uploads a file, and expects it to be accepted. */
export async function uploadFile(winnow: TestWinnow, name: string, payload: string | Buffer): Promise<LeadImport> {
  const answer = await winnow.app.inject({
    method: "POST",
    url: `/api/imports?name=${encodeURIComponent(name)}`,
    headers: { "content-type": "application/octet-stream" },
    payload,
  });
  expect(answer.body).not.toContain("urn:winnow:problem");
  expect(answer.statusCode).toBe(201);
  return exactly(LeadImport, answer.json());
}
