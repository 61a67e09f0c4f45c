import { z } from "zod";

/** Raised when a reader of before could not read what is written now. */
export const FORMAT_VERSION = 1;

/** The key that seals secrets, sealed itself: scrypt (RFC 7914) makes a key of a passphrase, AES-256-GCM seals with it. */
export const SealedKey = z.object({
  salt: z.base64(),
  /** Bounded, because they say how much memory and time opening takes. */
  cost: z.int().min(1_024).max(1_048_576),
  blockSize: z.int().min(1).max(16),
  sealed: z.string(),
});
export type SealedKey = z.infer<typeof SealedKey>;

/** The first line of a backup. */
export const BackupHeader = z.object({
  format: z.literal("winnow-backup"),
  formatVersion: z.int().min(1),
  /** How many migrations the database had taken, and the name of the last. */
  schemaVersion: z.int().min(1),
  lastMigration: z.string(),
  engine: z.enum(["sqlite", "postgres"]),
  at: z.iso.datetime(),
  /** `left-out`: nothing that opens something; `sealed`: all of it, without the key; `with-key`: with the key. */
  secrets: z.enum(["left-out", "sealed", "with-key"]),
  /** Tells whether a key is the one that secrets were sealed under; it says nothing about the key itself. */
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
