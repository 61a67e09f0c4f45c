import type { StoredAnalysis } from "#shared/stored-analysis.ts";
import { emailLead } from "#server/pipeline/mail/email-lead.ts";
import { isOwn } from "#server/pipeline/mail/evidence.ts";
import { classifyEmail } from "#server/pipeline/mail/classify-email.ts";
import { parseEmailAddress } from "#server/pipeline/intake/email-address.ts";
import { ModelError, type LanguageModel } from "#server/delivery/language-model/completions.ts";
import { readMessage, type ContactField, type MessageAnswer } from "#server/delivery/language-model/read-message.ts";
import { instructsReader } from "#server/delivery/language-model/reader-instructions.ts";
import type { ModelReading, ProcessedEmailRecord } from "#server/db/sources/processed-emails.ts";
import { noteModelFailure, takeRequest } from "#server/features/language-model/second-reader.ts";
import { originOf, ownAddresses } from "#server/features/mailbox/email-origin.ts";
import { emailVerdict } from "#server/features/mailbox/email-verdict.ts";
import { isRequest } from "#server/features/mailbox/is-request.ts";
import { readMailClassifier, type MailClassifier } from "#server/features/mailbox/mail-rules.ts";
import { takeIn } from "#server/features/leads/take-in.ts";
import { withScoring } from "#server/features/rules/with-scoring.ts";
import { withLease } from "#server/jobs/queue/with-lease.ts";
import type { Workspace } from "#server/workspace.ts";

/** The fewest digits of a phone number. */
const SHORTEST_PHONE = 6;

export interface ModelAttempt {
  signal: AbortSignal;
  milliseconds: number;
  /** A person is waiting: a model that is too slow for them may be fast enough for a job. */
  isWaitedFor?: boolean;
}

/**
 * Has the language model read a stored message in review, and applies its answer: it becomes a lead, or not a lead, or
 * stays in review. `read`: never sent again. `later`: the request limit is reached. `failed`: the model gave no
 * answer. Throws the reason of `signal`.
 */
export async function readUnclearEmail(
  workspace: Workspace,
  model: LanguageModel,
  email: ProcessedEmailRecord,
  { signal, milliseconds, isWaitedFor = false }: ModelAttempt,
): Promise<"read" | "later" | "failed"> {
  const { analysis } = email;
  if (analysis === null) return "read";
  if (!mayBeRead(email, analysis, await readMailClassifier(workspace))) {
    await apply(workspace, email.id, { outcome: "not_asked", evidence: "" }, null);
    return "read";
  }
  if (!(await takeRequest(workspace, model))) return "later";
  const { subject, text, signature = "" } = analysis;
  let answer: MessageAnswer | null = null;
  try {
    answer = await readMessage(model, { from: email.from, subject, text, signature }, { signal, milliseconds });
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const isTooSlowForNow = isWaitedFor && error.fault === "request";
    if (!isTooSlowForNow) await noteModelFailure(workspace, error);
    if (!isTooSlowForNow && error.fault === "request") {
      await workspace.store.mailbox.update(email.id, { modelTries: email.modelTries + 1 });
    }
    if (error.fault !== "answer") return "failed";
  }
  await apply(
    workspace,
    email.id,
    { outcome: answer?.verdict ?? "unusable", evidence: answer?.evidence ?? "" },
    answer?.contact ?? null,
  );
  return "read";
}

/** Skips messages that a rule now excludes, and those that address the model instead of their recipient. */
function mayBeRead({ from }: ProcessedEmailRecord, analysis: StoredAnalysis, classifier: MailClassifier): boolean {
  const { subject, text, signature = "" } = analysis;
  return (
    classifyEmail(analysis, classifier).verdict !== "not_lead" &&
    !instructsReader([from, subject, text, signature].join("\n"))
  );
}

type Answered = Pick<ModelReading, "outcome" | "evidence">;

/** Stores the answer, unless a person or a rule has decided in the meantime. */
async function apply(
  workspace: Workspace,
  id: string,
  answered: Answered,
  contact: MessageAnswer["contact"] | null,
): Promise<void> {
  const { store, clock, feed } = workspace;
  // The same lease as a person's correction; if that is running, there's nothing left to decide.
  await withLease(workspace, `correction:${id}`, async () => {
    const email = await store.mailbox.email(id);
    if (email?.verdict !== "review" || email.correction !== null || email.modelReading !== null) return;
    if (email.analysis === null) return;
    const classifier = await readMailClassifier(workspace);
    const outcome = outcomeOf(answered, email.analysis, classifier);
    const modelReading: ModelReading = { outcome, evidence: answered.evidence, at: clock().toISOString() };
    if (outcome !== "lead") {
      const read = { ...email, modelReading };
      // Even if rules have changed, only the model's answer changes a message in review.
      const verdict = outcome === "not_lead" ? emailVerdict(read, classifier) : {};
      await store.mailbox.update(id, { modelReading, ...verdict });
    } else {
      const analysis = await filled(workspace, email.analysis, contact);
      const { leadId, skipped } = await takeLead(workspace, email, analysis, answered.evidence);
      const verdict = emailVerdict({ ...email, analysis, leadId, modelReading }, classifier);
      const why =
        skipped === "" ? {} : { verdict: "not_lead" as const, reason: `Skipped: ${skipped}. ${verdict.reason}` };
      await store.mailbox.update(id, { analysis, leadId, modelReading, ...verdict, ...why });
      if (leadId !== null) feed.changed(["leads"], [leadId]);
    }
    feed.changed(["mailbox", "activity"]);
  });
}

function outcomeOf(
  { outcome, evidence }: Answered,
  analysis: StoredAnalysis,
  classifier: MailClassifier,
): ModelReading["outcome"] {
  if (outcome !== "lead" && outcome !== "not_lead") return outcome;
  // A rule may exclude it since the model started reading.
  if (classifyEmail(analysis, classifier).verdict === "not_lead") return "not_asked";
  return outcome === "not_lead" || isRequest(evidence, classifier) ? outcome : "unusable";
}

/** What is known about the writer, with the model's values where there was none. */
async function filled(
  workspace: Workspace,
  analysis: StoredAnalysis,
  contact: MessageAnswer["contact"] | null,
): Promise<StoredAnalysis> {
  const whole: StoredAnalysis = { ...analysis, methods: { ...analysis.methods } };
  if (contact === null) return whole;
  const own = await ownAddresses(workspace);
  for (const [field, value] of Object.entries(contact) as [ContactField, string][]) {
    if (whole[field] !== "" || value === "" || !isPlausible(field, value, own)) continue;
    whole[field] = value;
    whole.methods = { ...whole.methods, [field]: "model" };
  }
  return whole;
}

/** A message also contains its recipient's name. */
function isPlausible(field: ContactField, value: string, own: readonly string[]): boolean {
  if (field === "email") return parseEmailAddress(value) !== null && !isOwn(value, own);
  if (field === "phone") return value.replace(/\P{Nd}/gu, "").length >= SHORTEST_PHONE;
  return /\p{L}/u.test(value) && !value.includes("@");
}

/** Imports the message's lead like any other message's; a deleted one stays deleted. */
async function takeLead(
  workspace: Workspace,
  email: ProcessedEmailRecord,
  analysis: StoredAnalysis,
  evidence: string,
): Promise<{ leadId: string | null; skipped: string }> {
  const { messageKey, date, subject } = email;
  const source = await originOf(workspace, email);
  const raw = emailLead({ messageKey, date, analysis });
  const { decision, createdIds } = await withScoring(workspace, (scoring) => takeIn(workspace, source, [raw], scoring));
  const [created] = createdIds;
  if (created !== undefined) {
    await workspace.store.journal.add({
      kind: "other",
      title: "Recognized by the language model",
      description: `“${evidence}”${subject === "" ? "" : ` in ${subject}`}`,
      by: "Language model",
      at: workspace.clock().toISOString(),
      leadId: created,
    });
  }
  const [outcome] = decision.outcomes;
  const skipped = outcome?.kind === "skipped" ? (outcome.reason ?? "it was refused") : "";
  return { leadId: created ?? decision.rows[0]?.leadId ?? null, skipped };
}
