import { Parser } from "htmlparser2";
import { fileRefused } from "#server/pipeline/sources/file-import/file-kind.ts";

/** XML parsing callbacks; names have no namespace prefix. */
export interface XmlReader {
  open?(name: string): void;
  attribute?(name: string, value: string): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Deeper nesting or longer text is not from a workbook: a cell holds at most 32,767 characters. */
const DEEPEST = 100;
const LONGEST_PIECE = 4_000_000;
const LONGEST_TEXT = 100_000;
const NO_WORKBOOK = "The workbook's XML isn't valid. Save the sheet as .csv and upload that.";

/** Parses XML incrementally. Throws file_refused for a document type, which attacks use and workbooks never contain. */
export class XmlSteps {
  readonly #parser: Parser;
  readonly #decoder = new TextDecoder();
  /** Characters read since the last opening or closing tag. */
  #unbroken = 0;

  constructor(reader: XmlReader) {
    let depth = 0;
    this.#parser = new Parser(
      {
        onopentagname: (name) => {
          this.#unbroken = 0;
          depth += 1;
          if (depth > DEEPEST) throw fileRefused(NO_WORKBOOK);
          reader.open?.(localName(name));
        },
        onattribute: (name, value) => reader.attribute?.(localName(name), value),
        ontext: (text) => reader.text?.(text),
        onclosetag: (name) => {
          this.#unbroken = 0;
          depth -= 1;
          reader.close?.(localName(name));
        },
        onprocessinginstruction(name) {
          if (name.startsWith("!")) {
            throw fileRefused(
              "The workbook declares a document type, which isn't allowed. Save the sheet as .csv and upload that.",
            );
          }
        },
      },
      { xmlMode: true },
    );
  }

  write(bytes: Uint8Array): void {
    const text = this.#decoder.decode(bytes, { stream: true });
    this.#unbroken += text.length;
    this.#parser.write(text);
    if (this.#unbroken > LONGEST_PIECE) throw fileRefused(NO_WORKBOOK);
  }
}

/** A cell's text with the next part of it. Throws file_refused if it's longer than a cell can be. */
export function lengthened(text: string, part: string): string {
  if (text.length + part.length > LONGEST_TEXT) throw fileRefused(NO_WORKBOOK);
  return text + part;
}

export async function readXml(pieces: AsyncIterable<Uint8Array>, reader: XmlReader): Promise<void> {
  const steps = new XmlSteps(reader);
  for await (const piece of pieces) steps.write(piece);
}

function localName(name: string): string {
  const colon = name.indexOf(":");
  return colon === -1 ? name : name.slice(colon + 1);
}
