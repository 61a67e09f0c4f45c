import { isOpenQuestion, type FollowUpQuestion } from "#shared/contract/follow-up-question.ts";
import { MISSING_INFO, type MissingInfo } from "#shared/lead-status.ts";
import { LIMITS } from "#shared/limits.ts";
import { acting } from "#server/platform/acting.ts";
import { conflict, notFound } from "#server/platform/errors.ts";
import type { FollowUpStanding, FollowUpWrite, QuestionRecord } from "#server/store/follow-up-types.ts";
import { followUpSubject } from "#server/workflows/follow-up/compose-follow-up.ts";
import { mannerOf } from "#server/workflows/follow-up/draft-question.ts";
import { attemptsOf, nextAllowed, obstacleTo, type FollowUpSettings } from "#server/workflows/follow-up/obstacle.ts";
import { leadAfter, questionOf, questionsOf } from "#server/workflows/follow-up/question-change.ts";
import { readSettings } from "#server/workflows/settings/read-settings.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** A question as it now is, and the act that takes back what was done to it; null when nothing was. */
export interface ActedOn {
  question: FollowUpQuestion;
  actId: string | null;
}

const REASONS: Record<MissingInfo, string> = {
  email: "No e-mail address is known.",
  phone: "No phone number is known.",
  company: "The company is not known.",
  need: "What they need is not known.",
};
const LANGUAGES = { en: "English", de: "German", fr: "French", es: "Spanish" } as const;

/** Every question to a lead: drafted for what is missing, and those that were asked. Throws not_found. */
export async function followUpsOf(workspace: Workspace, leadId: string): Promise<FollowUpQuestion[]> {
  const standing = await requireStanding(workspace, leadId);
  const settings = await readSettings(workspace);
  const now = workspace.clock().toISOString();
  const questions = questionsOf(standing);
  const keys = questions.flatMap(({ responseKey }) => responseKey ?? []);
  const emailIds = await workspace.store.followUps.emailIds(keys);
  return questions.map((question) => shown(standing, question, { settings, now, emailIds }));
}

/** One of a lead's questions. Throws not_found. */
export async function followUpOf(workspace: Workspace, leadId: string, questionId: string): Promise<FollowUpQuestion> {
  const question = (await followUpsOf(workspace, leadId)).find(({ id }) => id === questionId);
  if (question === undefined) throw notFound("question");
  return question;
}

/** Changes the words of a question that is not on its way. Throws not_found, or conflict when it is, or was answered. */
export async function editQuestion(
  workspace: Workspace,
  leadId: string,
  questionId: string,
  words: string,
): Promise<ActedOn> {
  const type = typeOf(leadId, questionId);
  const text = words.slice(0, LIMITS.followUp.questionLength);
  const actId = await act(workspace, leadId, (standing, now) => {
    const question = present(standing, type);
    if (question.state === "sending") throw conflict("being_sent", "A message to this lead is being sent.");
    if (question.state === "answered") throw conflict("already_answered", "They have answered already.");
    if (question.question === text) return null;
    return {
      questions: [{ ...question, question: text }],
      act: entry("Question reworded", text, now),
    };
  });
  return { question: await followUpOf(workspace, leadId, questionId), actId };
}

/** Puts a question away: it is not asked, or not asked again. Throws not_found, or conflict when it was answered. */
export async function dismissQuestion(workspace: Workspace, leadId: string, questionId: string): Promise<ActedOn> {
  const type = typeOf(leadId, questionId);
  const actId = await act(workspace, leadId, (standing, now) => {
    const question = present(standing, type);
    if (question.state === "sending") throw conflict("being_sent", "A message to this lead is being sent.");
    if (question.state === "answered") throw conflict("already_answered", "They have answered already.");
    if (question.state === "stopped") return null;
    const stopped = stoppedBy(question, "Dismissed.");
    const lead = leadAfter(standing, [stopped], now);
    return {
      questions: [stopped],
      ...(lead && { lead }),
      act: entry("Question dismissed", question.question, now),
    };
  });
  return { question: await followUpOf(workspace, leadId, questionId), actId };
}

/** Ends what is under way of a lead's follow-up, and asks nothing by itself. Throws not_found. */
export async function stopFollowUps(
  workspace: Workspace,
  leadId: string,
): Promise<{ questions: FollowUpQuestion[]; actId: string | null }> {
  const actId = await act(workspace, leadId, (standing, now) => {
    const open = questionsOf(standing).filter(
      (one) => isOpenQuestion(one) || one.state === "failed" || one.state === "drafted",
    );
    const stopped = open.map((question) => stoppedBy(question, "Stopped by a person."));
    if (stopped.length === 0) return null;
    const lead = leadAfter(standing, stopped, now);
    return { questions: stopped, ...(lead && { lead }), act: entry("Follow-up stopped", "", now) };
  });
  return { questions: await followUpsOf(workspace, leadId), actId };
}

/** A question that is not asked any more, and why. */
export function stoppedBy(question: QuestionRecord, reason: string): QuestionRecord {
  return { ...question, state: "stopped", reason, dueAt: null };
}

/** What a question of this id is about. Throws not_found when it is none of this lead. */
export function typeOf(leadId: string, questionId: string): MissingInfo {
  const type = MISSING_INFO.find((one) => idOf(leadId, one) === questionId);
  if (type === undefined) throw notFound("question");
  return type;
}

/** A lead has one question for each thing that can be missing, so that its id is there before anybody acts on it. */
function idOf(leadId: string, type: MissingInfo): string {
  return `${leadId}-${type}`;
}

function present(standing: FollowUpStanding, type: MissingInfo): QuestionRecord {
  if (!questionsOf(standing).some(({ questionType }) => questionType === type)) throw notFound("question");
  return questionOf(standing, type);
}

async function act(
  { store, clock, feed }: Workspace,
  leadId: string,
  decide: (standing: FollowUpStanding, now: string) => FollowUpWrite | null,
): Promise<string | null> {
  const now = clock().toISOString();
  const changed = await store.followUps.change(leadId, (standing) => decide(standing, now));
  if (changed === null) throw notFound("lead");
  if (changed.actId !== null) feed.changed(["leads", "activity"], [leadId]);
  return changed.actId;
}

function entry(title: string, description: string, at: string): NonNullable<FollowUpWrite["act"]> {
  return { kind: "follow_up", type: "other", title, description, by: acting().by, at };
}

async function requireStanding({ store }: Workspace, leadId: string): Promise<FollowUpStanding> {
  const standing = await store.followUps.standing(leadId);
  if (standing === null) throw notFound("lead");
  return standing;
}

function shown(
  standing: FollowUpStanding,
  question: QuestionRecord,
  { settings, now, emailIds }: { settings: FollowUpSettings; now: string; emailIds: ReadonlyMap<string, string> },
): FollowUpQuestion {
  const { lead } = standing;
  const { questionType, state } = question;
  const { language } = mannerOf(standing);
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
    subject: followUpSubject(standing),
    reason: question.reason || `${REASONS[questionType]} Asked in ${LANGUAGES[language]}.`,
    attempt: question.attempt,
    dueAt: dueOf(standing, question, settings),
    obstacle: obstacleTo(questionType, standing, settings, now)?.message ?? "",
    responseEmailId: emailIds.get(question.responseKey ?? "") ?? null,
  };
}

function dueOf(standing: FollowUpStanding, question: QuestionRecord, settings: FollowUpSettings): string | null {
  if (question.state === "answered" || question.state === "stopped") return null;
  if (attemptsOf(standing) >= settings.followUpAttempts) return null;
  return question.state === "sent" ? nextAllowed(standing, settings) : question.dueAt;
}
