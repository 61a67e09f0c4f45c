import { declaredDelimiter, lineEndOf } from "#server/pipeline/sources/file-import/dialect.ts";
import { DelimitedParser } from "#server/pipeline/sources/file-import/delimited-parser.ts";
import type { RowsRead } from "#server/pipeline/sources/file-import/file-row.ts";
import { bytesOf, type StoredFile } from "#server/pipeline/sources/file-import/stored-file.ts";

/** Yields all rows of a text file in batches. Bytes that the encoding cannot decode become U+FFFD. */
export async function* textRows(file: StoredFile, encoding: string, delimiter: string): AsyncGenerator<RowsRead> {
  const decoder = new TextDecoder(encoding);
  let parser: DelimitedParser | null = null;
  let read = 0;
  for await (const piece of bytesOf(file)) {
    read += piece.length;
    let text = decoder.decode(piece, { stream: true });
    if (parser === null) {
      parser = new DelimitedParser(delimiter, lineEndOf(text));
      text = text.slice(declaredDelimiter(text)?.length ?? 0);
    }
    yield { rows: parser.push(text), progress: read / file.bytes };
  }
  if (parser === null) return;
  yield { rows: [...parser.push(decoder.decode()), ...parser.end()], progress: 1 };
}
