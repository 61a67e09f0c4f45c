import { z } from "zod";
import { Id, IdParams } from "#shared/contract/common.ts";
import { DuplicatePage, DuplicateQuery, LeadMerge, LeadMerged, MergePreview } from "#shared/contract/duplicate.ts";
import {
  FollowUpParams,
  FollowUpQuestion,
  FollowUpQuestionUpdate,
  FollowUpSendQuery,
  SuppressionLift,
  SuppressionOfLead,
} from "#shared/contract/follow-up-question.ts";
import {
  BulkDelete,
  BulkResult,
  BulkStatus,
  Lead,
  LeadDetail,
  LeadExplanation,
  LeadListQuery,
  LeadRow,
  LeadUpdate,
  NewLead,
  ReviewQueue,
  ReviewQueueQuery,
} from "#shared/contract/lead.ts";
import { ChosenValue, LeadProvenance } from "#shared/contract/provenance.ts";
import { Cancelled, NoContent, type Endpoint } from "#shared/contract/endpoint.ts";

/** The calls about leads: a part of the table of endpoints. */
export const leadEndpoints = {
  "GET /api/leads": {
    permission: "read",
    summary: "Leads, all or one keyset page",
    query: LeadListQuery,
    response: z.array(LeadRow),
  },
  "POST /api/leads": {
    permission: "intake",
    summary: "Add a lead by hand",
    body: NewLead,
    response: Lead,
    status: 201,
  },
  "GET /api/leads/to-review": {
    permission: "read",
    summary: "The next qualified lead that waits for a person, best first",
    query: ReviewQueueQuery,
    response: ReviewQueue,
  },
  "GET /api/leads/{id}": {
    permission: "read",
    summary: "A lead with everything its detail shows",
    params: IdParams,
    response: LeadDetail,
  },
  "PATCH /api/leads/{id}": {
    permission: "work",
    summary: "Edit a lead or decide its status",
    params: IdParams,
    body: LeadUpdate,
    response: Lead,
  },
  "DELETE /api/leads/{id}": {
    permission: "work",
    summary: "Delete a lead, leaving a tombstone",
    params: IdParams,
    response: NoContent,
    status: 204,
  },
  "POST /api/leads/bulk-status": {
    permission: "work",
    summary: "Decide the status of many leads at once",
    body: BulkStatus,
    response: BulkResult,
  },
  "POST /api/leads/bulk-delete": {
    permission: "work",
    summary: "Delete many leads at once, leaving tombstones",
    body: BulkDelete,
    response: BulkResult,
  },
  "POST /api/leads/bulk-cancel": {
    permission: "work",
    summary: "End one's own acts on many leads under way; what they did stays, and can be taken back",
    response: Cancelled,
  },
  "GET /api/leads/{id}/explanation": {
    permission: "read",
    summary: "Why a lead has its score",
    params: IdParams,
    response: LeadExplanation,
  },
  "GET /api/leads/{id}/provenance": {
    permission: "read",
    summary: "Where each value of a lead came from, and the others seen",
    params: IdParams,
    response: LeadProvenance,
  },
  "POST /api/leads/{id}/provenance": {
    permission: "work",
    summary: "Pick another of the values seen of a field",
    params: IdParams,
    body: ChosenValue,
    response: Lead,
  },
  "POST /api/leads/{id}/merge": {
    permission: "work",
    summary: "Merge another lead into this one",
    params: IdParams,
    body: LeadMerge,
    response: LeadMerged,
  },
  "POST /api/leads/{id}/merge-preview": {
    permission: "read",
    summary: "What merging another lead into this one would make of it",
    params: IdParams,
    body: LeadMerge,
    response: MergePreview,
  },
  "GET /api/duplicates": {
    permission: "read",
    summary: "Pairs of leads that may be one",
    query: DuplicateQuery,
    response: DuplicatePage,
  },
  "POST /api/duplicates/{id}/dismiss": {
    permission: "work",
    summary: "Say that the two of a pair are not the same",
    params: IdParams,
    response: z.object({ actId: Id.nullable() }),
  },
  "GET /api/leads/{id}/follow-ups": {
    permission: "read",
    summary: "What a lead is asked for, drafted or sent",
    params: IdParams,
    response: z.array(FollowUpQuestion),
  },
  "PATCH /api/leads/{id}/follow-ups/{questionId}": {
    permission: "work",
    summary: "Change the words of a question",
    params: FollowUpParams,
    body: FollowUpQuestionUpdate,
    response: FollowUpQuestion,
  },
  "POST /api/leads/{id}/follow-ups/{questionId}/send": {
    permission: "work",
    summary: "Approve a question and send it now",
    params: FollowUpParams,
    query: FollowUpSendQuery,
    response: FollowUpQuestion,
  },
  "POST /api/leads/{id}/follow-ups/{questionId}/dismiss": {
    permission: "work",
    summary: "Put a question away",
    params: FollowUpParams,
    response: FollowUpQuestion,
  },
  "POST /api/leads/{id}/follow-ups/stop": {
    permission: "work",
    summary: "End a lead's follow-up",
    params: IdParams,
    response: z.array(FollowUpQuestion),
  },
  "GET /api/leads/{id}/suppression": {
    permission: "read",
    summary: "Why a lead is not written to",
    params: IdParams,
    response: SuppressionOfLead,
  },
  "POST /api/leads/{id}/suppression/lift": {
    permission: "work",
    summary: "Let a lead be written to again",
    params: IdParams,
    body: SuppressionLift,
    response: SuppressionOfLead,
  },
} as const satisfies Record<string, Endpoint>;
