import { z } from "zod";
import { Id, Timestamp } from "#shared/contract/common.ts";

/** One thing that somebody asked for and that changes something, or a sign-in; who, what, from where, and how it ended. */
export const AuditEntry = z.object({
  id: Id,
  at: Timestamp,
  /** The username, "You" while nobody has an account, "Winnow" for the clock, "An unknown name" for a sign-in under one. */
  by: z.string(),
  via: z.enum(["browser", "token", "command", "link", "clock"]),
  /** Where from: an IP address; empty for a command. */
  address: z.string(),
  /** A stable word: "leads.update", "session.create". */
  action: z.string(),
  /** The action in people's words. */
  summary: z.string(),
  /** What it was done to: an id or a name, never a value of a lead. */
  subject: z.string(),
  outcome: z.enum(["done", "refused", "failed"]),
  requestId: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
  by: z.string().max(200).optional(),
  action: z.string().max(100).optional(),
  from: Timestamp.optional(),
  to: Timestamp.optional(),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

export const AuditPage = z.object({ entries: z.array(AuditEntry), nextCursor: z.string().nullable() });
export type AuditPage = z.infer<typeof AuditPage>;
