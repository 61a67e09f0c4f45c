import { z } from "zod";
import { Timestamp } from "#shared/contract/common.ts";
import { LIMITS } from "#shared/limits.ts";

/** A person outside, by e-mail address, in any case and with the letters of any script; the server reads it as it reads a lead's. */
export const PersonParams = z.object({ email: z.string().min(3).max(LIMITS.lead.emailLength) });

/** Everything that is known about one person as it is stored; of what is somebody else's just what mentions them. */
export const PersonData = z.object({
  email: z.string(),
  at: Timestamp,
  /** By kind in people's words: "Leads", "Messages", "Form submissions"; each record as it is kept. */
  records: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});
export type PersonData = z.infer<typeof PersonData>;

/**
 * How much was erased, by the same kinds, and until when nightly backups made before are kept; null when there are
 * none. That is counted in nights from the newest: each night removes the oldest.
 */
export const PersonErasure = z.object({
  erased: z.record(z.string(), z.int()),
  backupsUntil: Timestamp.nullable(),
});
export type PersonErasure = z.infer<typeof PersonErasure>;
