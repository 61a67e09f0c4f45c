import { z } from "zod";
import { Timestamp } from "#shared/contract/common.ts";
import { LIMITS } from "#shared/limits.ts";

/** An external person by email address, case-insensitive, any script; normalized like a lead's. */
export const PersonParams = z.object({ email: z.string().min(3).max(LIMITS.lead.emailLength) });

/** Everything stored about a person; of records about someone else, only the mentions. */
export const PersonData = z.object({
  email: z.string(),
  at: Timestamp,
  /** Records as stored, by readable kind: "Leads", "Messages", "Form submissions". */
  records: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});
export type PersonData = z.infer<typeof PersonData>;

/** How much was erased by kind, and where copies remain. */
export const PersonErasure = z.object({
  erased: z.record(z.string(), z.int()),
  /** Earlier nightly backups: none exist, they rotate out, or backups are off and they stay. */
  nightlyBackups: z.enum(["none", "rotated", "not_rotated"]),
  /** When the last of them rotates out; null unless rotated. */
  backupsUntil: Timestamp.nullable(),
  /** Whether a backup is running in any process; it restarts if it already contains the person. */
  backupRunning: z.boolean(),
  /** Copies that need manual removal: manual backups, and databases set aside by a restore. */
  copies: z.array(z.string()),
});
export type PersonErasure = z.infer<typeof PersonErasure>;
