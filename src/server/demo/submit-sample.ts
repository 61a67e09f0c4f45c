import type { SampleLead } from "#server/demo/sample-leads.ts";
import { leadSubmission, signatureOf, type Submission } from "#server/demo/sample-submissions.ts";
import { FORM_HOOK_PATH, openFormHook, readFormHook } from "#server/workflows/forms/form-hook.ts";
import { submissionsProcessed } from "#server/workflows/forms/process-submissions.ts";
import { receiveSubmission } from "#server/workflows/forms/receive-submission.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** These leads fill in the team's forms; `first` is the number of the first of them. */
export function submitLeads(workspace: Workspace, leads: readonly SampleLead[], first: number): Promise<void> {
  const at = workspace.clock().toISOString();
  return submit(
    workspace,
    leads.map((lead, index) => leadSubmission(lead, first + index, at)),
  );
}

/** Sends submissions to the team's address one after the other, as the services do, and waits for what becomes of them. */
export async function submit(workspace: Workspace, submissions: readonly Submission[]): Promise<void> {
  const { path } = await readFormHook(workspace);
  const hook = await openFormHook(workspace, path.slice(FORM_HOOK_PATH.length + 1));
  if (hook === null) throw new Error("The sample has no address for forms.");
  for (const { body, contentType, signer } of submissions) {
    const typeformSecret = signer === "typeform" ? hook.typeformSecret() : null;
    const typeform = typeformSecret === null ? undefined : signatureOf(body, typeformSecret, "base64");
    const winnow = signer === "google_forms" ? signatureOf(body, hook.signingSecret, "hex") : undefined;
    await receiveSubmission(workspace, hook, {
      body: Buffer.from(body),
      contentType,
      signatures: { typeform, winnow },
    });
  }
  await submissionsProcessed(workspace);
}
