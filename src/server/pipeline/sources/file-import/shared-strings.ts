import { fileRefused } from "#server/pipeline/sources/file-import/file-kind.ts";
import { lengthened, readXml } from "#server/pipeline/sources/file-import/read-xml.ts";

const BLOCK_BYTES = 1_048_576;
const MOST_BYTES = 128 * BLOCK_BYTES;
/** What a string counts for at least, since its place takes memory too. */
const LEAST_BYTES = 16;

/** A workbook's shared strings, stored as UTF-8 outside the heap so that a million of them stay small. */
export class SharedStrings {
  readonly #blocks: Buffer[] = [];
  /** Indexed by string: its block, and its start and end within that block. */
  readonly #places: number[] = [];
  readonly #mostBytes: number;
  #used = BLOCK_BYTES;

  constructor(mostBytes = MOST_BYTES) {
    this.#mostBytes = mostBytes;
  }

  add(text: string): void {
    const bytes = Buffer.byteLength(text);
    const taken = Math.max(bytes, LEAST_BYTES);
    if (this.#used + taken > BLOCK_BYTES) {
      if (this.#blocks.length * BLOCK_BYTES >= this.#mostBytes) {
        throw fileRefused(
          `The workbook has more than ${this.#mostBytes / BLOCK_BYTES} MB of text. Save the sheet as .csv and upload that.`,
        );
      }
      this.#blocks.push(Buffer.allocUnsafeSlow(BLOCK_BYTES));
      this.#used = 0;
    }
    const block = this.#blocks.length - 1;
    this.#blocks[block]?.write(text, this.#used);
    this.#places.push(block, this.#used, this.#used + bytes);
    this.#used += taken;
  }

  /** Empty if there is no such string. */
  at(index: number): string {
    const place = index * 3;
    return (
      this.#blocks[this.#places[place] ?? -1]?.toString("utf8", this.#places[place + 1], this.#places[place + 2]) ?? ""
    );
  }
}

/** Reads a workbook's shared strings. Skips formatting runs and phonetic hints. */
export async function readSharedStrings(part: AsyncIterable<Uint8Array>): Promise<SharedStrings> {
  const strings = new SharedStrings();
  let text = "";
  let isText = false;
  let isPhonetic = false;
  await readXml(part, {
    open(name) {
      if (name === "si") text = "";
      if (name === "rPh") isPhonetic = true;
      isText = name === "t" && !isPhonetic;
    },
    text(data) {
      if (isText) text = lengthened(text, data);
    },
    close(name) {
      if (name === "t") isText = false;
      if (name === "rPh") isPhonetic = false;
      if (name === "si") strings.add(unescapeText(text));
    },
  });
  return strings;
}

/** Excel writes characters that XML does not allow as `_x000D_` (ECMA-376 part 1, ST_Xstring). */
export function unescapeText(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([\dA-Fa-f]{4})_/gu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
