import { isOpenQuestion } from "#shared/contract/follow-up-question.ts";
import { MISSING_INFO, type MissingInfo } from "#shared/lead-status.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { qualificationStatusOf } from "#server/pipeline/intake/qualify.ts";
import type { FollowUpSnapshot, QuestionRecord } from "#server/db/follow-ups/follow-up-rows.ts";
import { draftQuestion, mannerOf } from "#server/features/follow-ups/draft-question.ts";
import { attemptsOf } from "#server/features/follow-ups/blocker.ts";

/** A lead's question as stored, or as it would be asked. */
export function questionOf(snapshot: FollowUpSnapshot, questionType: MissingInfo): QuestionRecord {
  const known = snapshot.questions.find((question) => question.questionType === questionType);
  const isMissing = snapshot.lead.missingInfo.includes(questionType);
  // Asks again if information that was answered is missing again.
  if (known !== undefined && !(known.state === "answered" && isMissing)) return known;
  return {
    questionType,
    question: draftQuestion(questionType, mannerOf(snapshot)),
    state: "drafted",
    reason: "",
    attempt: 0,
    isAutomatic: false,
    leadStatus: snapshot.lead.status,
    dueAt: null,
    response: "",
    responseKey: null,
    sentAt: null,
    respondedAt: null,
  };
}

/** All questions of a lead, in the order they are asked: for what is missing, and those already asked. */
export function questionsOf(snapshot: FollowUpSnapshot): QuestionRecord[] {
  const { lead, questions } = snapshot;
  return MISSING_INFO.filter(
    (type) => lead.missingInfo.includes(type) || questions.some(({ questionType }) => questionType === type),
  ).map((type) => questionOf(snapshot, type));
}

/**
 * The lead with its follow-up summary: how often and when it was asked, and whether a question is open once `changed`
 * replace those of their types. Undefined if nothing changes.
 */
export function leadAfter(
  snapshot: FollowUpSnapshot,
  changed: readonly QuestionRecord[],
  now: string,
  lead: StoredLead = snapshot.lead,
): StoredLead | undefined {
  const others = snapshot.questions.filter(
    ({ questionType }) => !changed.some((question) => question.questionType === questionType),
  );
  const after: StoredLead = {
    ...lead,
    followUpAttempts: attemptsOf(snapshot),
    qualificationStatus: qualificationStatusOf(lead.missingInfo, [...others, ...changed].some(isOpenQuestion)),
  };
  const isSame =
    after.qualificationStatus === snapshot.lead.qualificationStatus &&
    after.followUpAttempts === snapshot.lead.followUpAttempts &&
    lead === snapshot.lead;
  return isSame ? undefined : { ...after, updatedAt: now };
}
