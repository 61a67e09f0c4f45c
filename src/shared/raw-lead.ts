import type { FieldValue } from "#shared/contract/leads/field-value.ts";
import type { NextStep } from "#shared/contract/leads/next-step.ts";
import type { LeadTextField } from "#shared/lead-fields.ts";
import type { LeadStatus } from "#shared/lead-status.ts";

/** Source data without a dedicated field: an extra column, a form answer. */
export interface Fact {
  name: string;
  value: string;
}

/** A value of a custom field, with the field's name for when it becomes a fact. */
export interface NamedValue {
  id: number;
  name: string;
  value: FieldValue;
}

/** How a source reads a value. */
export type ReadMethod =
  | "column"
  | "field"
  | "answer"
  | "markup"
  | "selector"
  | "text"
  | "header"
  | "signature"
  | "model";

/** What a source emits and intake consumes: one person or company as written, before any decision. */
export interface RawLead {
  /** Stable within its source even when rows move; same key, same row. */
  rowKey: string;
  /** Changes when anything in the row changes. */
  contentHash: string;
  /** Where a user finds it: "Sheet1, row 7". */
  locator: string;
  fields: Partial<Record<LeadTextField, string>>;
  /** How a field was read, if not from a column. */
  methods?: Partial<Record<LeadTextField, ReadMethod>>;
  /** The reader found no name; don't derive one from the address. */
  isNameless?: boolean;
  /** The lead's ID in Winnow's own export, which may be of another server. */
  exportedId?: string;
  /** The username of the lead's owner, as written. */
  owner?: string;
  facts: Fact[];
  /** Values of custom fields. */
  custom?: readonly NamedValue[];
  /** The status that a person's file gives the lead. */
  status?: LeadStatus;
  /** Why values of some columns are facts instead, for the person who chose the columns. */
  problems?: readonly string[];
  nextStep?: NextStep;
  /** Names of tags that a person gave the row; `tagIds` are the same tags, once they exist. */
  tags?: readonly string[];
  tagIds?: readonly number[];
  /** Inquiries are leads even without contact details. */
  mayLackContact?: true;
  /** Stored as read, so that a better reader can reread it. */
  raw: unknown;
  /** Reader version; defaults to 1. */
  readBy?: number;
  /** By column, the role that the values of the whole table show, or "fact" where they contradict its header. */
  roles?: Readonly<Record<string, string>>;
  /** The stored submission or import that holds the rest of it. */
  recordId?: string;
  sourceData: Record<string, unknown>;
}

/** Where raw leads come from. `kind` becomes the lead's `source`; `id` is null without a stored record. */
export interface SourceRef {
  kind: string;
  id: string | null;
  name: string;
}
