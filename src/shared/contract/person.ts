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

/** How much was erased, by the same kinds, and where the person still is. */
export const PersonErasure = z.object({
  erased: z.record(z.string(), z.int()),
  /** Nightly backups made before: there are none, each night removes the oldest, or none is made and so none goes. */
  nightlyBackups: z.enum(["none", "rotated", "not_rotated"]),
  /** When the last of them has gone, counted in nights; null unless they are rotated. */
  backupsUntil: Timestamp.nullable(),
  /** What stays until somebody removes it, by name: backups made by hand beside them, and databases a restore set aside. */
  copies: z.array(z.string()),
});
export type PersonErasure = z.infer<typeof PersonErasure>;
