import { cutWhole } from "#shared/text/cut-whole.ts";
import { isOpenQuestion, type FollowUpQuestion } from "#shared/contract/follow-up-question.ts";
import { MISSING_INFO, type MissingInfo } from "#shared/lead-status.ts";
import { LIMITS } from "#shared/limits.ts";
import { acting } from "#server/platform/acting.ts";
import { conflict, existing, notFound } from "#server/platform/errors.ts";
import type { Acted } from "#server/db/journal/journal-entry.ts";
import type { FollowUpSnapshot, QuestionRecord } from "#server/db/follow-ups/follow-up-rows.ts";
import type { FollowUpWrite } from "#server/db/follow-ups/follow-up-write.ts";
import { followUpSubject } from "#server/features/follow-ups/compose-follow-up.ts";
import { mannerOf } from "#server/features/follow-ups/draft-question.ts";
import { attemptsOf, nextAllowed, findBlocker, type FollowUpSettings } from "#server/features/follow-ups/blocker.ts";
import { leadAfter, questionOf, questionsOf } from "#server/features/follow-ups/question-change.ts";
import { readSettings } from "#server/db/read-settings.ts";
import type { Workspace } from "#server/workspace.ts";

const REASONS: Record<MissingInfo, string> = {
  email: "Email is missing.",
  phone: "Phone number is missing.",
  company: "Company is missing.",
  need: "Need is missing.",
};
const LANGUAGES = { en: "English", de: "German", fr: "French", es: "Spanish" } as const;

/** All questions to a lead: drafts for missing information, and those that were asked. Throws not_found. */
export async function followUpsOf(workspace: Workspace, leadId: string): Promise<FollowUpQuestion[]> {
  const snapshot = await requireSnapshot(workspace, leadId);
  const settings = await readSettings(workspace);
  const now = workspace.clock().toISOString();
  const questions = questionsOf(snapshot);
  const keys = questions.flatMap(({ responseKey }) => responseKey ?? []);
  const emailIds = await workspace.store.followUps.emailIds(keys);
  return questions.map((question) => shown(snapshot, question, { settings, now, emailIds }));
}

/** One of a lead's questions. Throws not_found. */
export async function followUpOf(workspace: Workspace, leadId: string, questionId: string): Promise<FollowUpQuestion> {
  const question = (await followUpsOf(workspace, leadId)).find(({ id }) => id === questionId);
  if (question === undefined) throw notFound("question");
  return question;
}

/** Edits a question that isn't being sent. Throws not_found, or conflict if it is, or was answered. */
export async function editQuestion(
  workspace: Workspace,
  leadId: string,
  questionId: string,
  words: string,
): Promise<Acted<FollowUpQuestion>> {
  const type = typeOf(leadId, questionId);
  const text = cutWhole(words, LIMITS.followUp.questionLength);
  const actId = await act(workspace, leadId, (snapshot, now) => {
    const question = present(snapshot, type);
    if (question.state === "sending") throw conflict("being_sent", "A message to this lead is already being sent.");
    if (question.state === "answered") throw conflict("already_answered", "They already answered.");
    if (question.question === text) return null;
    return {
      questions: [{ ...question, question: text }],
      act: entry("Question edited", text, now),
    };
  });
  return { done: await followUpOf(workspace, leadId, questionId), actId };
}

/** Dismisses a question: it isn't asked, or not asked again. Throws not_found, or conflict if it was answered. */
export async function dismissQuestion(
  workspace: Workspace,
  leadId: string,
  questionId: string,
): Promise<Acted<FollowUpQuestion>> {
  const type = typeOf(leadId, questionId);
  const actId = await act(workspace, leadId, (snapshot, now) => {
    const question = present(snapshot, type);
    if (question.state === "sending") throw conflict("being_sent", "A message to this lead is already being sent.");
    if (question.state === "answered") throw conflict("already_answered", "They already answered.");
    if (question.state === "stopped") return null;
    const stopped = stoppedBy(question, "Dismissed.");
    const lead = leadAfter(snapshot, [stopped], now);
    return {
      questions: [stopped],
      ...(lead && { lead }),
      act: entry("Question dismissed", question.question, now),
    };
  });
  return { done: await followUpOf(workspace, leadId, questionId), actId };
}

/** Stops a lead's follow-up, including automatic questions. Throws not_found. */
export async function stopFollowUps(workspace: Workspace, leadId: string): Promise<Acted<FollowUpQuestion[]>> {
  const actId = await act(workspace, leadId, (snapshot, now) => {
    const open = questionsOf(snapshot).filter(
      (one) => isOpenQuestion(one) || one.state === "failed" || one.state === "drafted",
    );
    const stopped = open.map((question) => stoppedBy(question, "Stopped manually."));
    if (stopped.length === 0) return null;
    const lead = leadAfter(snapshot, stopped, now);
    return { questions: stopped, ...(lead && { lead }), act: entry("Follow-up stopped", "", now) };
  });
  return { done: await followUpsOf(workspace, leadId), actId };
}

/** A stopped question, and why. */
export function stoppedBy(question: QuestionRecord, reason: string): QuestionRecord {
  return { ...question, state: "stopped", reason, dueAt: null };
}

/** The topic of a question by its id. Throws not_found if it isn't one of this lead. */
export function typeOf(leadId: string, questionId: string): MissingInfo {
  const found = MISSING_INFO.find((one) => idOf(leadId, one) === questionId);
  return existing(found, "question");
}

/** A lead has one question per kind of missing information, so its id exists before the question is stored. */
function idOf(leadId: string, type: MissingInfo): string {
  return `${leadId}-${type}`;
}

function present(snapshot: FollowUpSnapshot, type: MissingInfo): QuestionRecord {
  if (!questionsOf(snapshot).some(({ questionType }) => questionType === type)) throw notFound("question");
  return questionOf(snapshot, type);
}

async function act(
  { store, clock, feed }: Workspace,
  leadId: string,
  decide: (snapshot: FollowUpSnapshot, now: string) => FollowUpWrite | null,
): Promise<string | null> {
  const now = clock().toISOString();
  const changed = existing(await store.followUps.change(leadId, (snapshot) => decide(snapshot, now)), "lead");
  if (changed.actId !== null) feed.changed(["leads", "activity"], [leadId]);
  return changed.actId;
}

function entry(title: string, description: string, at: string): NonNullable<FollowUpWrite["act"]> {
  return { kind: "follow_up", title, description, by: acting().by, at };
}

async function requireSnapshot({ store }: Workspace, leadId: string): Promise<FollowUpSnapshot> {
  return existing(await store.followUps.snapshot(leadId), "lead");
}

function shown(
  snapshot: FollowUpSnapshot,
  question: QuestionRecord,
  { settings, now, emailIds }: { settings: FollowUpSettings; now: string; emailIds: ReadonlyMap<string, string> },
): FollowUpQuestion {
  const { lead } = snapshot;
  const { questionType, state } = question;
  const { language } = mannerOf(snapshot);
  return {
    id: idOf(lead.id, questionType),
    leadId: lead.id,
    question: question.question,
    questionType,
    method: lead.email === "" ? "phone" : "email",
    response: question.response,
    isAnswered: state === "answered",
    sentAt: question.sentAt,
    respondedAt: question.respondedAt,
    state,
    subject: followUpSubject(snapshot),
    reason: question.reason || `${REASONS[questionType]} Asked in ${LANGUAGES[language]}.`,
    attempt: question.attempt,
    dueAt: dueOf(snapshot, question, settings),
    obstacle: findBlocker(questionType, snapshot, settings, now)?.message ?? "",
    responseEmailId: emailIds.get(question.responseKey ?? "") ?? null,
  };
}

function dueOf(snapshot: FollowUpSnapshot, question: QuestionRecord, settings: FollowUpSettings): string | null {
  if (question.state === "answered" || question.state === "stopped") return null;
  if (attemptsOf(snapshot) >= settings.followUpAttempts) return null;
  return question.state === "sent" ? nextAllowed(snapshot, settings) : question.dueAt;
}
