import type { LeadTextField } from "#shared/lead-fields.ts";
import type { ReadMethod } from "#shared/raw-lead.ts";

/** The analysis input of a message, stored so that corrections can reclassify it without the message itself. */
export interface StoredAnalysis {
  name: string;
  company: string;
  title: string;
  phone: string;
  email: string;
  /** Postal address, on one line. */
  address?: string;
  website?: string;
  /** How each field was read. */
  methods?: Partial<Record<LeadTextField, ReadMethod>>;
  /** The line or phrase each field was read from. */
  spans?: Partial<Record<LeadTextField, string>>;
  subject: string;
  /** The writer's own text, without quotes and signature, truncated to a few thousand characters. */
  text: string;
  /** Signature block of messages that need review, for the language model. */
  signature?: string;
  /** Evidence found in the headers, by name. */
  evidence: string[];
}
