import { isOpenQuestion } from "#shared/contract/follow-up-question.ts";
import { MISSING_INFO, type MissingInfo } from "#shared/lead-status.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { qualificationStatusOf } from "#server/intake/qualify.ts";
import type { FollowUpStanding, QuestionRecord } from "#server/store/follow-up-types.ts";
import { draftQuestion, mannerOf } from "#server/workflows/follow-up/draft-question.ts";
import { attemptsOf } from "#server/workflows/follow-up/obstacle.ts";

/** A question of a lead as it stands: what was acted on, or else what would be asked. */
export function questionOf(standing: FollowUpStanding, questionType: MissingInfo): QuestionRecord {
  const known = standing.questions.find((question) => question.questionType === questionType);
  const isMissing = standing.lead.missingInfo.includes(questionType);
  // What was answered and is missing again is asked afresh.
  if (known !== undefined && !(known.state === "answered" && isMissing)) return known;
  return {
    questionType,
    question: draftQuestion(questionType, mannerOf(standing)),
    state: "drafted",
    reason: "",
    attempt: 0,
    isAutomatic: false,
    leadStatus: standing.lead.status,
    dueAt: null,
    response: "",
    responseKey: null,
    sentAt: null,
    respondedAt: null,
  };
}

/** Every question there is to a lead, in the order they are asked: of what is missing, and of what was. */
export function questionsOf(standing: FollowUpStanding): QuestionRecord[] {
  const { lead, questions } = standing;
  return MISSING_INFO.filter(
    (type) => lead.missingInfo.includes(type) || questions.some(({ questionType }) => questionType === type),
  ).map((type) => questionOf(standing, type));
}

/**
 * The lead with what its follow-up makes of it: how often and when it was asked, and whether a question is open once
 * `changed` stand in place of those of their types. Undefined when that is what it says already.
 */
export function leadAfter(
  standing: FollowUpStanding,
  changed: readonly QuestionRecord[],
  now: string,
  lead: StoredLead = standing.lead,
): StoredLead | undefined {
  const others = standing.questions.filter(
    ({ questionType }) => !changed.some((question) => question.questionType === questionType),
  );
  const after: StoredLead = {
    ...lead,
    followUpAttempts: attemptsOf(standing),
    qualificationStatus: qualificationStatusOf(lead.missingInfo, [...others, ...changed].some(isOpenQuestion)),
  };
  const isSame =
    after.qualificationStatus === standing.lead.qualificationStatus &&
    after.followUpAttempts === standing.lead.followUpAttempts &&
    lead === standing.lead;
  return isSame ? undefined : { ...after, updatedAt: now };
}
