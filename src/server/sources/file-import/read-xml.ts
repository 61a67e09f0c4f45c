import { Parser } from "htmlparser2";
import { fileRefused } from "#server/sources/file-import/file-kind.ts";

/** What is told of an XML document: names without their namespace's prefix. */
export interface XmlReader {
  open?(name: string): void;
  attribute?(name: string, value: string): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Deeper, or longer in one piece, is no part of a workbook: a cell's text ends at 32,767 characters. */
const DEEPEST = 100;
const LONGEST_PIECE = 4_000_000;
const NO_WORKBOOK = "The workbook's XML is not like that of any workbook. Save the sheet as .csv and drop that file.";

/** Takes XML apart, a piece at a time, and throws file_refused at a document type: a workbook has none, attacks have. */
export class XmlSteps {
  readonly #parser: Parser;
  readonly #decoder = new TextDecoder();
  /** How much was read since a tag began or ended. */
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
            throw fileRefused("The workbook declares a document type, which no workbook needs and attacks do.");
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

/** Reads a whole document. */
export async function readXml(pieces: AsyncIterable<Uint8Array>, reader: XmlReader): Promise<void> {
  const steps = new XmlSteps(reader);
  for await (const piece of pieces) steps.write(piece);
}

function localName(name: string): string {
  const colon = name.indexOf(":");
  return colon === -1 ? name : name.slice(colon + 1);
}
