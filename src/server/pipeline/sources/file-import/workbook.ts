import { posix } from "node:path";
import { LIMITS } from "#shared/limits.ts";
import { fileRefused } from "#server/pipeline/sources/file-import/file-kind.ts";
import { readXml } from "#server/pipeline/sources/file-import/read-xml.ts";
import type { StoredFile } from "#server/pipeline/sources/file-import/stored-file.ts";
import { openArchive, type WorkbookArchive } from "#server/pipeline/sources/file-import/workbook-archive.ts";

export interface Sheet {
  name: string;
  isHidden: boolean;
  /** The archive entry that holds its rows. */
  entry: string;
}

/** A workbook's parts (ECMA-376, SpreadsheetML). */
export interface Workbook {
  archive: WorkbookArchive;
  /** Visible sheets first, otherwise in workbook order. */
  sheets: Sheet[];
  /** Dates count from 1904 instead of 1900. */
  isFrom1904: boolean;
  sharedStrings: string | undefined;
  styles: string | undefined;
}

interface Relation {
  id: string;
  type: string;
  target: string;
}

const SAVE_AS_XLSX = "Save the table as .xlsx (Excel Workbook) and upload that.";

/** Opens a workbook. Throws file_refused, saying what the file is, if it has macros or is not a workbook. */
export async function openWorkbook(file: StoredFile): Promise<Workbook> {
  const archive = await openArchive(file);
  refuseOthers(archive.names);
  const main =
    (await relationsOf(archive, "")).find(({ type }) => type === "officeDocument")?.target ?? "xl/workbook.xml";
  const relations = await relationsOf(archive, main);
  const targets = new Map(relations.map(({ id, target }) => [id, target]));
  const worksheets = new Set(relations.filter(({ type }) => type === "worksheet").map(({ target }) => target));
  const named: { name: string; state: string; relation: string }[] = [];
  let isFrom1904 = false;
  let element = "";
  await readXml(archive.read(main), {
    open(name) {
      element = name;
      if (name === "sheet" && named.length <= LIMITS.import.sheets) named.push({ name: "", state: "", relation: "" });
    },
    attribute(name, value) {
      if (element === "workbookPr" && name === "date1904") isFrom1904 = value === "1" || value === "true";
      const sheet = named.at(-1);
      if (element !== "sheet" || sheet === undefined) return;
      if (name === "name") sheet.name = value;
      if (name === "state") sheet.state = value;
      if (name === "id") sheet.relation = value;
    },
  });
  const sheets = named.flatMap(({ name, state, relation }) => {
    const entry = targets.get(relation);
    const isSheet = entry !== undefined && worksheets.has(entry) && archive.names.includes(entry);
    return isSheet ? [{ name, isHidden: state !== "" && state !== "visible", entry }] : [];
  });
  if (sheets.length === 0) throw fileRefused(`This workbook has no sheet with cells. ${SAVE_AS_XLSX}`);
  if (named.length > LIMITS.import.sheets) {
    throw fileRefused(
      `This workbook has more than ${LIMITS.import.sheets} sheets. Save the one to import as a separate workbook.`,
    );
  }
  const ofType = (wanted: string): string | undefined => relations.find(({ type }) => type === wanted)?.target;
  return {
    archive,
    sheets: [...sheets.filter(({ isHidden }) => !isHidden), ...sheets.filter(({ isHidden }) => isHidden)],
    isFrom1904,
    sharedStrings: ofType("sharedStrings"),
    styles: ofType("styles"),
  };
}

function refuseOthers(names: readonly string[]): void {
  const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name));
  if (has(/(^|\/)vbaProject\.bin$|^xl\/macrosheets\//iu)) {
    throw fileRefused(`This workbook contains macros. ${SAVE_AS_XLSX}`);
  }
  if (has(/^xl\/workbook\.bin$/iu)) throw fileRefused(`This is a binary workbook (.xlsb). ${SAVE_AS_XLSX}`);
  if (has(/^xl\//u)) return;
  if (has(/^word\//u)) throw fileRefused(`This is a Word document, not a table. ${SAVE_AS_XLSX}`);
  if (has(/^ppt\//u)) throw fileRefused(`This is a PowerPoint presentation, not a table. ${SAVE_AS_XLSX}`);
  if (has(/^content\.xml$/u)) throw fileRefused(`This is an OpenDocument file. ${SAVE_AS_XLSX}`);
  if (has(/^Index\/.*\.iwa$/u))
    throw fileRefused("This is an Apple Numbers document. Export it to Excel or CSV and upload that.");
  throw fileRefused("This is a ZIP archive, not a workbook. Unzip it and upload the table inside.");
}

/** Relationship targets of a workbook part; of the archive itself for "". */
async function relationsOf(archive: WorkbookArchive, part: string): Promise<Relation[]> {
  const folder = posix.dirname(part);
  const relations: Relation[] = [];
  await readXml(archive.read(posix.join(folder, "_rels", `${posix.basename(part)}.rels`)), {
    open(name) {
      if (name === "Relationship") relations.push({ id: "", type: "", target: "" });
    },
    attribute(name, value) {
      const relation = relations.at(-1);
      if (relation === undefined) return;
      if (name === "Id") relation.id = value;
      // Relationship types of the two editions of the standard share only their last path segment.
      if (name === "Type") relation.type = value.slice(value.lastIndexOf("/") + 1);
      if (name === "Target") relation.target = value.startsWith("/") ? value.slice(1) : posix.join(folder, value);
    },
  });
  return relations;
}
