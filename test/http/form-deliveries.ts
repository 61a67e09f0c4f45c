import type { LightMyRequestResponse } from "fastify";
import type { FormSubmission } from "#shared/contract/form-submission.ts";
import { submissionsProcessed } from "#server/features/forms/process-submissions.ts";
import type { TestWinnow } from "#test/harness.ts";

/** Sends to the form address as a service does: from outside, under the server's public name. */
export async function deliver(
  winnow: TestWinnow,
  payload: string | Buffer | object,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  const { path } = await winnow.ok("GET /api/form-hook");
  return winnow.app.inject({
    method: "POST",
    url: path,
    headers: { host: "leads.acme.example", "content-type": "application/json", ...headers },
    payload: typeof payload === "string" || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload),
  });
}

/** The submissions, newest first, once none is waiting. */
export async function processed(winnow: TestWinnow): Promise<FormSubmission[]> {
  await submissionsProcessed(winnow.workspace);
  return winnow.ok("GET /api/form-submissions");
}

/** A multipart body with fields and files, and its content type. */
export async function multipart(
  fields: readonly (readonly [string, string | File])[],
): Promise<{ payload: Buffer; headers: Record<string, string> }> {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const response = new Response(form);
  return {
    payload: Buffer.from(await response.arrayBuffer()),
    headers: { "content-type": response.headers.get("content-type") ?? "" },
  };
}
