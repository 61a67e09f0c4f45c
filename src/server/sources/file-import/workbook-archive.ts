import { Readable } from "node:stream";
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry, type ZipFile } from "yauzl";
import { AppError } from "#server/platform/errors.ts";
import { fileRefused } from "#server/sources/file-import/file-kind.ts";
import { bytesOf, type StoredFile } from "#server/sources/file-import/stored-file.ts";

const MOST_ENTRIES = 5_000;
/** What an entry may become when it is inflated: the XML of a full sheet of a million rows is about half of that. */
const LARGEST_ENTRY_BYTES = 4_000_000_000;
/** XML of sheets is deflated to a tenth; what a bomb is made of, to a thousandth. Small entries do no harm. */
const HIGHEST_RATIO = 250;
const HARMLESS_BYTES = 20_000_000;
const PARTS_KEPT = 8;

const DAMAGED =
  "The workbook is damaged or was not uploaded completely. Open it in Excel, save it anew and drop it again.";
const BOMB =
  "This workbook would unpack to far more than it is worth, as a file made to do harm does. Save the sheet as .csv and drop that file.";

/** The entries of a workbook's ZIP archive by their names, each checked before it is opened and while it is inflated. */
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

  /** How many bytes an entry has when inflated; 0 when there is none. */
  sizeOf(name: string): number {
    return this.#entries.get(name)?.uncompressedSize ?? 0;
  }

  /** An entry's bytes, a piece at a time; none when there is no such entry. Throws file_refused when it is damaged. */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name);
    if (entry === undefined) return;
    try {
      // Ends with an error as soon as there is more than was declared, and checked below.
      const stream = await this.#zip.openReadStreamPromise(entry);
      for await (const piece of stream) yield piece as Buffer;
    } catch (error) {
      throw asRefusal(error);
    }
  }
}

/**
 * Opens a workbook's archive by its directory alone. Throws file_refused for what is damaged, encrypted or made to do
 * harm: too many entries, names that lead out of the archive, two entries of one name, sizes beyond reason.
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
    throw fileRefused("This archive is protected by a password. Take the password off and drop it again.");
  const isBomb = uncompressedSize > HARMLESS_BYTES && uncompressedSize > compressedSize * HIGHEST_RATIO;
  if (isBomb || uncompressedSize > LARGEST_ENTRY_BYTES) throw fileRefused(BOMB);
}

/** The archive library says what is wrong in its own words, which no person can do anything with. */
function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError("file_refused", 422, DAMAGED, { cause: error, fields: [{ field: "file", message: DAMAGED }] });
}

/** Reads the archive out of the pieces it is kept in; the directory is read in many small steps, so some are kept. */
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
      if (kept.size > PARTS_KEPT && oldest !== undefined) kept.delete(oldest);
      return found;
    };
    this.#file = { ...file, part };
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(bytesOf(this.#file, start, end), { objectMode: false });
  }
}
