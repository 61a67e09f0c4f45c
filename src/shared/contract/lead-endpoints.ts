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
  BulkOwner,
  BulkResult,
  BulkStatus,
  Company,
  CompanyParams,
  Lead,
  LeadDetail,
  LeadExplanation,
  LeadListQuery,
  LeadRow,
  LeadPatch,
  NewLead,
  ReviewQueue,
  ReviewQueueQuery,
} from "#shared/contract/lead.ts";
import { NewNextStep } from "#shared/contract/next-step.ts";
import { TeamMember } from "#shared/contract/user.ts";
import { ChosenValue, LeadProvenance } from "#shared/contract/provenance.ts";
import { Canceled, NoContent, type Endpoint } from "#shared/contract/endpoint.ts";

export const leadEndpoints = {
  "GET /api/leads": {
    permission: "read",
    summary: "List leads, all or one page",
    query: LeadListQuery,
    response: z.array(LeadRow),
  },
  "POST /api/leads": {
    permission: "intake",
    summary: "Add a lead",
    body: NewLead,
    response: Lead,
    status: 201,
  },
  "GET /api/leads/to-review": {
    permission: "read",
    summary: "Get the next qualified lead to review, best first",
    query: ReviewQueueQuery,
    response: ReviewQueue,
  },
  "GET /api/leads/{id}": {
    permission: "read",
    summary: "Get a lead with all details",
    params: IdParams,
    response: LeadDetail,
  },
  "PATCH /api/leads/{id}": {
    permission: "work",
    summary: "Edit a lead or set its status",
    params: IdParams,
    body: LeadPatch,
    response: Lead,
  },
  "DELETE /api/leads/{id}": {
    permission: "work",
    summary: "Delete a lead",
    params: IdParams,
    response: NoContent,
    status: 204,
  },
  "PUT /api/leads/{id}/next-step": {
    permission: "work",
    summary: "Set or move a lead's next step",
    params: IdParams,
    body: NewNextStep,
    response: Lead,
  },
  "DELETE /api/leads/{id}/next-step": {
    permission: "work",
    summary: "Remove a lead's next step",
    params: IdParams,
    response: Lead,
  },
  "POST /api/leads/{id}/next-step/done": {
    permission: "work",
    summary: "Mark a lead's next step as done",
    params: IdParams,
    response: Lead,
  },
  "POST /api/leads/bulk-status": {
    permission: "work",
    summary: "Set the status of many leads",
    body: BulkStatus,
    response: BulkResult,
  },
  "POST /api/leads/bulk-owner": {
    permission: "work",
    summary: "Assign many leads to someone, or to nobody",
    body: BulkOwner,
    response: BulkResult,
  },
  "GET /api/team": {
    permission: "read",
    summary: "List everyone who can own leads",
    response: z.array(TeamMember),
  },
  "POST /api/leads/bulk-delete": {
    permission: "work",
    summary: "Delete many leads",
    body: BulkDelete,
    response: BulkResult,
  },
  "POST /api/leads/bulk-cancel": {
    permission: "work",
    summary: "Cancel your running bulk actions",
    response: Canceled,
  },
  "GET /api/leads/{id}/explanation": {
    permission: "read",
    summary: "Explain a lead's score",
    params: IdParams,
    response: LeadExplanation,
  },
  "GET /api/leads/{id}/provenance": {
    permission: "read",
    summary: "Get the origin of each value of a lead, and other values seen",
    params: IdParams,
    response: LeadProvenance,
  },
  "POST /api/leads/{id}/provenance": {
    permission: "work",
    summary: "Choose another seen value for a field",
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
    summary: "Preview merging another lead into this one",
    params: IdParams,
    body: LeadMerge,
    response: MergePreview,
  },
  "GET /api/companies/{key}": {
    permission: "read",
    summary: "Get a company's leads and what they say about it",
    params: CompanyParams,
    response: Company,
  },
  "GET /api/duplicates": {
    permission: "read",
    summary: "List possible duplicates",
    query: DuplicateQuery,
    response: DuplicatePage,
  },
  "POST /api/duplicates/{id}/dismiss": {
    permission: "work",
    summary: "Mark a pair as different leads",
    params: IdParams,
    response: z.object({ actId: Id.nullable() }),
  },
  "GET /api/leads/{id}/follow-ups": {
    permission: "read",
    summary: "List a lead's follow-up questions",
    params: IdParams,
    response: z.array(FollowUpQuestion),
  },
  "PATCH /api/leads/{id}/follow-ups/{questionId}": {
    permission: "work",
    summary: "Edit a question",
    params: FollowUpParams,
    body: FollowUpQuestionUpdate,
    response: FollowUpQuestion,
  },
  "POST /api/leads/{id}/follow-ups/{questionId}/send": {
    permission: "work",
    summary: "Approve and send a question",
    params: FollowUpParams,
    query: FollowUpSendQuery,
    response: FollowUpQuestion,
  },
  "POST /api/leads/{id}/follow-ups/{questionId}/dismiss": {
    permission: "work",
    summary: "Dismiss a question",
    params: FollowUpParams,
    response: FollowUpQuestion,
  },
  "POST /api/leads/{id}/follow-ups/stop": {
    permission: "work",
    summary: "Stop a lead's follow-up",
    params: IdParams,
    response: z.array(FollowUpQuestion),
  },
  "GET /api/leads/{id}/suppression": {
    permission: "read",
    summary: "Get why a lead isn't contacted",
    params: IdParams,
    response: SuppressionOfLead,
  },
  "POST /api/leads/{id}/suppression/lift": {
    permission: "work",
    summary: "Allow contacting a lead again",
    params: IdParams,
    body: SuppressionLift,
    response: SuppressionOfLead,
  },
} as const satisfies Record<string, Endpoint>;
