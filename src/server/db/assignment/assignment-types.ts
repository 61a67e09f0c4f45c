import type { AssignmentConditions, AssignmentRule, Availability } from "#shared/contract/assignment.ts";
import type { LeadFieldRecord } from "#server/db/leads/lead-fields.ts";
import type { TagRecord } from "#server/db/tags/tags.ts";
import type { LeadRecord } from "#shared/lead-record.ts";

export interface AssignmentRuleRecord extends Pick<
  AssignmentRule,
  "id" | "name" | "isActive" | "strategy" | "people" | "createdAt"
> {
  position: number;
  conditions: AssignmentConditions;
}

export interface AvailabilityRecord extends Availability {
  id: string;
}

/** Someone who can own leads. */
export interface Assignable extends Omit<Availability, "accountId"> {
  username: string;
  /** Leads that rules assigned since the day began and that they still own. */
  today: number;
  /** Pending and qualified leads. */
  open: number;
}

/** What assigning depends on besides the leads. */
export interface AssignmentState {
  /** The active rules, in order. */
  rules: readonly AssignmentRuleRecord[];
  /** Custom fields and tags; none unless a rule names them. */
  fields: readonly LeadFieldRecord[];
  tags: readonly TagRecord[];
  /** By account; without those who can't own leads. */
  people: Map<string, Assignable>;
  /** By rule and account. */
  credits: Map<string, Map<string, number>>;
  /** In the time zone of reports, like a day's start. */
  day: string;
}

export interface Assigned {
  accountId: string;
  owner: string;
  ruleName: string;
  reason: string;
}

/** Assigns leads one by one and updates the state; null if no rule has someone for a lead. Pure besides that. */
export type Assign = (state: AssignmentState) => (lead: LeadRecord) => Assigned | null;
