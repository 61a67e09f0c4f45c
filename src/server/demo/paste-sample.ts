import type { SampleLead } from "#server/demo/sample-leads.ts";
import { mailText, sampleMail } from "#server/demo/sample-mail.ts";
import { REPLIES, type OtherMail } from "#server/demo/other-mail.ts";
import { analysePastedEmail } from "#server/workflows/mail/analyse-pasted-email.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Somebody of the team pastes what these leads wrote. Throws when the analysis does not find a new lead in it. */
export async function pasteMail(workspace: Workspace, leads: readonly SampleLead[]): Promise<void> {
  for (const lead of leads) {
    const { isLead, isNew, confidence, reason } = await analysePastedEmail(
      workspace,
      sampleMail(lead, workspace.clock()),
    );
    if (isLead && isNew) continue;
    throw new Error(`The message of ${lead.fields.email} is no new lead but ${confidence} %: ${reason}.`);
  }
}

/** Somebody of the team pastes a message that asks for nothing. Throws when the analysis takes it for a lead. */
export async function pasteOtherMail(workspace: Workspace, mail: OtherMail): Promise<void> {
  await pasteNoLead(workspace, mailText(mail, mail.text, workspace.clock()));
}

/** The same with what a lead that is known by now answers, number so of `REPLIES`. */
export async function pasteReply(workspace: Workspace, { fields: { name, email } }: SampleLead, number: number) {
  const { subject = "", text = "" } = REPLIES[number] ?? {};
  // Without a date it is told of at the moment of pasting, in line with what else happened.
  await pasteNoLead(workspace, mailText({ from: `"${name}" <${email}>`, subject }, `${text}\n\n${name}`, null));
}

async function pasteNoLead(workspace: Workspace, text: string): Promise<void> {
  const { isLead, subject, confidence } = await analysePastedEmail(workspace, text);
  if (isLead) throw new Error(`“${subject}” was taken for a lead with ${confidence} %.`);
}
