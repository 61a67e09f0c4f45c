import { Readable } from "node:stream";
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry, type ZipFile } from "yauzl";
import { AppError } from "#server/platform/errors.ts";
import { fileRefused } from "#server/pipeline/sources/file-import/file-kind.ts";
import { bytesOf, type StoredFile } from "#server/pipeline/sources/file-import/stored-file.ts";

const MOST_ENTRIES = 5_000;
/** Maximum inflated size of an entry, about twice the XML of a full sheet of a million rows. */
const LARGEST_ENTRY_BYTES = 4_000_000_000;
/** Sheet XML deflates to a tenth of its size, a zip bomb to a thousandth. Small entries are harmless. */
const HIGHEST_RATIO = 250;
const HARMLESS_BYTES = 20_000_000;
const MAX_PARTS = 8;

const DAMAGED = "The workbook is damaged or incomplete. Open it in Excel, save it again and upload it.";
const BOMB = "This workbook unpacks to a suspicious size. Save the sheet as .csv and upload that.";

/** Entries of a workbook's ZIP archive by name, each checked before it is opened and while it is inflated. */
export class WorkbookArchive {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  /** An entry's inflated size in bytes; 0 if it does not exist. */
  sizeOf(name: string): number {
    return this.#entries.get(name)?.uncompressedSize ?? 0;
  }

  /**
   * Yields an entry's bytes in chunks; nothing if it does not exist. Throws file_refused if it is damaged, or larger
   * than `most`: only a sheet and its texts may be.
   */
  async *read(name: string, most = HARMLESS_BYTES): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name);
    if (entry === undefined) return;
    if (entry.uncompressedSize > most) throw fileRefused(BOMB);
    try {
      // Fails as soon as an entry inflates to more than its declared size, which is checked below.
      const stream = await this.#zip.openReadStreamPromise(entry);
      for await (const piece of stream) yield piece as Buffer;
    } catch (error) {
      throw asRefusal(error);
    }
  }
}

/**
 * Opens a workbook's archive by reading only its directory. Throws file_refused if it is damaged, encrypted or
 * malicious: too many entries, path traversal, duplicate names or implausible sizes.
 */
export async function openArchive(file: StoredFile): Promise<WorkbookArchive> {
  const entries = new Map<string, Entry>();
  try {
    const zip = await fromRandomAccessReaderPromise(new PartReader(file), file.bytes, { autoClose: false });
    if (zip.entryCount > MOST_ENTRIES) throw fileRefused(BOMB);
    for await (const entry of zip.eachEntry()) {
      checkEntry(entry);
      if (entries.has(entry.fileName)) throw fileRefused(DAMAGED);
      entries.set(entry.fileName, entry);
    }
    return new WorkbookArchive(zip, entries);
  } catch (error) {
    throw asRefusal(error);
  }
}

function checkEntry(entry: Entry): void {
  const { uncompressedSize, compressedSize } = entry;
  if (entry.isEncrypted())
    throw fileRefused("This archive is password-protected. Remove the password and upload it again.");
  const isBomb = uncompressedSize > HARMLESS_BYTES && uncompressedSize > compressedSize * HIGHEST_RATIO;
  if (isBomb || uncompressedSize > LARGEST_ENTRY_BYTES) throw fileRefused(BOMB);
}

/** Replaces the archive library's error messages, which do not help users. */
function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError("file_refused", 422, DAMAGED, { cause: error, fields: [{ field: "file", message: DAMAGED }] });
}

/** Reads the archive from its stored parts. Caches a few, because the directory is read in many small steps. */
class PartReader extends RandomAccessReader {
  readonly #file: StoredFile;

  constructor(file: StoredFile) {
    super();
    const kept = new Map<number, Promise<Uint8Array>>();
    const part = (index: number): Promise<Uint8Array> => {
      const found = kept.get(index) ?? file.part(index);
      kept.delete(index);
      kept.set(index, found);
      const [oldest] = kept.keys();
      if (kept.size > MAX_PARTS && oldest !== undefined) kept.delete(oldest);
      return found;
    };
    this.#file = { ...file, part };
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(bytesOf(this.#file, start, end), { objectMode: false });
  }
}
