import { z } from "zod";
import { Id, Timestamp } from "#shared/contract/common.ts";

/** A change someone requested, or a sign-in: who, what, from where, and the outcome. */
export const AuditEntry = z.object({
  id: Id,
  at: Timestamp,
  /**
   * Username; "You" before any account exists, "Winnow" for scheduled work, "Unknown username" for an unknown sign-in.
   */
  by: z.string(),
  via: z.enum(["browser", "token", "mcp", "command", "link", "clock"]),
  /** IP address; empty for a command. */
  address: z.string(),
  /** Stable identifier: "leads.update", "session.create". */
  action: z.string(),
  /** Readable description of the action, or what was changed. */
  summary: z.string(),
  /** Who did what as a sentence in two parts: "Ada", "changed their password". */
  who: z.string(),
  did: z.string(),
  /** An id or a name, never a value of a lead. */
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
