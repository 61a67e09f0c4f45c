import { AppError } from "#server/platform/errors.ts";
import { beginningOf, bytesOf, type StoredFile } from "#server/sources/file-import/stored-file.ts";

/** 422: a file that cannot be imported, with what it is and what to do. */
export function fileRefused(reason: string): AppError {
  return new AppError("file_refused", 422, reason, { fields: [{ field: "file", message: reason }] });
}

const WHAT_TO_SAVE = "Save the table as .xlsx or .csv and drop that file.";
const ZIP = "PK\u0003\u0004";
const EMPTY_ZIP = "PK\u0005\u0006";
const OLE = "\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1";

/** How files that are no tables begin, byte for byte, and what they are. */
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

/** What texts that are no tables begin with, after white space. */
const TEXT_KINDS: readonly (readonly [RegExp, string])[] = [
  [/^<\?xml[^]{0,2000}urn:schemas-microsoft-com:office:spreadsheet/u, "an Excel 2003 XML spreadsheet"],
  [/^(<!--[^]*?-->\s*)?<(!doctype html|html|head|body|table|meta|div)\b/iu, "a web page"],
  [/^<\?xml|^<[a-z][\w:-]*[\s>]/iu, "an XML document"],
  [/^(\{\s*"|\[\s*[{[])/u, "a JSON document"],
  [/^BEGIN:VCARD/iu, "an address card (vCard)"],
  [/^(Received|Return-Path|Delivered-To|MIME-Version): /iu, "an e-mail message"],
];
const LOOKED_AT_BYTES = 4_096;

/** Whether a file is a workbook's archive or text. Throws file_refused for what is neither, saying what it is. */
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
 * Throws file_refused when a text is no table but another document, as a web page that was renamed. What begins with a
 * byte order mark is text, whatever characters it holds.
 */
export function refuseOtherDocuments(text: string, isMarked: boolean): void {
  const beginning = text.slice(0, LOOKED_AT_BYTES).trimStart();
  const known = TEXT_KINDS.find(([pattern]) => pattern.test(beginning));
  if (known !== undefined) throw fileRefused(`This is ${known[1]}, not a table. ${WHAT_TO_SAVE}`);
  // Other than these, control characters are in no text; now and then one may be.
  const strange = beginning.match(/[\0-\u0008\u000e-\u001a\u001c-\u001f\u007f]/gu)?.length ?? 0;
  if (!isMarked && strange > 8 && strange > beginning.length * 0.05) {
    throw fileRefused(`This file does not hold text that can be read. ${WHAT_TO_SAVE}`);
  }
}

/**
 * What a file of the old Office formats is, and a new workbook with a password, which is wrapped in one: [MS-CFB] names
 * its streams in a directory whose first sector the header tells.
 */
async function oldOfficeFile(file: StoredFile, header: Buffer): Promise<string> {
  const sectorBytes = header.length >= 32 && header.readUInt16LE(30) === 12 ? 4_096 : 512;
  const sector = header.length >= 52 ? header.readUInt32LE(48) : 0;
  const start = (sector + 1) * sectorBytes;
  const pieces: Uint8Array[] = [];
  for await (const piece of bytesOf(file, start, Math.min(start + LOOKED_AT_BYTES, file.bytes))) pieces.push(piece);
  const names = Buffer.concat(pieces).toString("latin1").replaceAll("\0", "");
  if (names.includes("EncryptedPackage")) {
    return "This workbook is protected by a password. Take the password off in Excel (File, Info, Protect Workbook) and drop it again.";
  }
  if (/Workbook|Book/u.test(names))
    return "This is a workbook of the old Excel format (.xls). Save it as .xlsx and drop that file.";
  return `This is a document of an old Office format, not a table. ${WHAT_TO_SAVE}`;
}
