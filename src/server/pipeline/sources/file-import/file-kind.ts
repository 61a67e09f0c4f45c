import { AppError } from "#server/platform/errors.ts";
import { beginningOf, bytesOf, type StoredFile } from "#server/pipeline/sources/file-import/stored-file.ts";

/** 422: the file cannot be imported; the message says what it is and what to do. */
export function fileRefused(reason: string): AppError {
  return new AppError("file_refused", 422, reason, { fields: [{ field: "file", message: reason }] });
}

const WHAT_TO_SAVE = "Save the table as .xlsx or .csv and upload that.";
const ZIP = "PK\u0003\u0004";
const EMPTY_ZIP = "PK\u0005\u0006";
const OLE = "\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1";

/** Leading bytes of file types that are not tables, with their names. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ["%PDF-", "a PDF document"],
  ["\u0089PNG", "an image"],
  ["\u00ff\u00d8\u00ff", "an image"],
  ["GIF8", "an image"],
  ["II*\0", "an image"],
  ["MM\0*", "an image"],
  ["Rar!", "a RAR archive"],
  ["7z\u00bc\u00af", "a 7-Zip archive"],
  ["\u001f\u008b", "a compressed file"],
  ["BZh", "a compressed file"],
  ["\u00fd7zXZ", "a compressed file"],
  ["(\u00b5/\u00fd", "a compressed file"],
  ["{\\rtf", "a text document (RTF)"],
  ["SQLite format 3", "a database"],
  ["PAR1", "a Parquet file"],
  ["\u007fELF", "a program"],
  ["MZ\u0090", "a program"],
];

/** How text formats that are not tables begin, after white space. */
const TEXT_KINDS: readonly (readonly [RegExp, string])[] = [
  [/^<\?xml[^]{0,2000}urn:schemas-microsoft-com:office:spreadsheet/u, "an Excel 2003 XML spreadsheet"],
  [/^(<!--[^]*?-->\s*)?<(!doctype html|html|head|body|table|meta|div)\b/iu, "a web page"],
  [/^<\?xml|^<[a-z][\w:-]*[\s>]/iu, "an XML document"],
  [/^(\{\s*"|\[\s*[{[])/u, "a JSON document"],
  [/^BEGIN:VCARD/iu, "a contact card (vCard)"],
  [/^(Received|Return-Path|Delivered-To|MIME-Version): /iu, "an email message"],
];
const LOOKED_AT_BYTES = 4_096;

/** Tells a workbook archive from text. Throws file_refused for anything else, naming the file type. */
export async function kindOfFile(file: StoredFile): Promise<"zip" | "text"> {
  if (file.bytes === 0) throw fileRefused("The file is empty.");
  const beginning = await beginningOf(file, LOOKED_AT_BYTES);
  const bytes = beginning.toString("latin1");
  if (bytes.startsWith(ZIP)) return "zip";
  if (bytes.startsWith(EMPTY_ZIP)) throw fileRefused(`This is an empty ZIP archive. ${WHAT_TO_SAVE}`);
  if (bytes.startsWith(OLE)) throw fileRefused(await oldOfficeFile(file, beginning));
  const known = SIGNATURES.find(([signature]) => bytes.startsWith(signature));
  if (known !== undefined) throw fileRefused(`This is ${known[1]}, not a table. ${WHAT_TO_SAVE}`);
  return "text";
}

/**
 * Throws file_refused if a text is another kind of document, such as a renamed web page. A file that starts with a byte
 * order mark is always text.
 */
export function refuseOtherDocuments(text: string, isMarked: boolean): void {
  const beginning = text.slice(0, LOOKED_AT_BYTES).trimStart();
  const known = TEXT_KINDS.find(([pattern]) => pattern.test(beginning));
  if (known !== undefined) throw fileRefused(`This is ${known[1]}, not a table. ${WHAT_TO_SAVE}`);
  // Text contains only these control characters, apart from the occasional stray one.
  const strange = beginning.match(/[\0-\u0008\u000e-\u001a\u001c-\u001f\u007f]/gu)?.length ?? 0;
  if (!isMarked && strange > 8 && strange > beginning.length * 0.05) {
    throw fileRefused(`This file has no readable text. ${WHAT_TO_SAVE}`);
  }
}

/**
 * Identifies a legacy Office file or a workbook with a password, which is wrapped in the same container. The header
 * points to the first sector of the directory that lists its streams, as [MS-CFB] defines.
 */
async function oldOfficeFile(file: StoredFile, header: Buffer): Promise<string> {
  const sectorBytes = header.length >= 32 && header.readUInt16LE(30) === 12 ? 4_096 : 512;
  const sector = header.length >= 52 ? header.readUInt32LE(48) : 0;
  const start = (sector + 1) * sectorBytes;
  const pieces: Uint8Array[] = [];
  for await (const piece of bytesOf(file, start, Math.min(start + LOOKED_AT_BYTES, file.bytes))) pieces.push(piece);
  const names = Buffer.concat(pieces).toString("latin1").replaceAll("\0", "");
  if (names.includes("EncryptedPackage")) {
    return "This workbook is password-protected. Remove the password in Excel (File > Info > Protect Workbook) and upload it again.";
  }
  if (/Workbook|Book/u.test(names))
    return "This workbook has the old Excel format (.xls). Save it as .xlsx and upload that.";
  return `This is an old Office document, not a table. ${WHAT_TO_SAVE}`;
}
