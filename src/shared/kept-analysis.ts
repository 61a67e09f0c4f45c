import type { LeadTextField, ReadMethod } from "#shared/raw-lead.ts";

/** What of a message its analysis is made from: enough to judge it again after a correction, not the message itself. */
export interface KeptAnalysis {
  name: string;
  company: string;
  title: string;
  phone: string;
  email: string;
  /** Postal, in one line. */
  address?: string;
  website?: string;
  /** Where each field was read. */
  methods?: Partial<Record<LeadTextField, ReadMethod>>;
  subject: string;
  /** What the writer wrote, without quotes and signature, cut at some thousand characters. */
  text: string;
  /** What the headers showed, by the name of the evidence. */
  evidence: string[];
}
