import { z } from "zod";

/** Increase it when older readers can't read the format anymore. */
export const FORMAT_VERSION = 1;

/** The secrets key, encrypted by AES-256-GCM with a key that scrypt (RFC 7914) derives from a passphrase. */
export const SealedKey = z.object({
  salt: z.base64(),
  /** Limited, because they determine the memory and time for opening. */
  cost: z.int().min(1_024).max(1_048_576),
  blockSize: z.int().min(1).max(16),
  sealed: z.string(),
});
export type SealedKey = z.infer<typeof SealedKey>;

/** The first line of a backup. */
export const BackupHeader = z.object({
  format: z.literal("winnow-backup"),
  formatVersion: z.int().min(1),
  /** The number of migrations applied, and the last one's name. */
  schemaVersion: z.int().min(1),
  lastMigration: z.string(),
  engine: z.enum(["sqlite", "postgres"]),
  at: z.iso.datetime(),
  /** `left-out`: no secrets; `sealed`: encrypted, without the key; `with-key`: with the key. */
  secrets: z.enum(["left-out", "sealed", "with-key"]),
  /** Recognizes the secrets key without revealing it. */
  keyCheck: z.string().nullable(),
  key: SealedKey.nullable(),
});
export type BackupHeader = z.infer<typeof BackupHeader>;

/** Before a table's rows. */
export const TableStartLine = z.object({ table: z.string(), columns: z.array(z.string()) });

/** After a table's rows: the digest is the sum of the SHA-256 of its lines modulo 2^256. */
export const TableEndLine = z.object({
  end: z.string(),
  rows: z.int().min(0),
  digest: z.string().regex(/^[0-9a-f]{64}$/u),
  lastId: z.int().nullable(),
});

/** The last line. */
export const TrailerLine = z.object({ tables: z.int().min(0), rows: z.int().min(0) });

export const CellValue = z.union([z.null(), z.string(), z.number(), z.object({ base64: z.base64() })]);
