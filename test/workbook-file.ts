import { zipArchive, type ZipEntry } from "#test/zip-archive.ts";

/** A cell as XML, or as a shared string. */
export type SheetCell = { xml: string } | string;

interface WorkbookSheet {
  name: string;
  rows: readonly (readonly SheetCell[])[];
  state?: "hidden" | "veryHidden";
}

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** Cell formats: none, a date, a date with a custom time format, an amount whose format has quoted letters. */
const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="166" formatCode="&quot;D-&quot;00000"/><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/><numFmt numFmtId="165" formatCode="#,##0.00&quot; days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="9"/><xf numFmtId="166"/></cellXfs></styleSheet>`;

/** The parts of a workbook (ECMA-376), as Excel lays them out. */
export function workbookParts(sheets: readonly WorkbookSheet[], more: { properties?: string } = {}): ZipEntry[] {
  const strings: string[] = [];
  const worksheets = sheets.map(({ rows }, at) => {
    const xml = rows.map(
      (cells, row) => `<row r="${row + 1}">${cells.map((cell) => cellXml(cell, strings)).join("")}</row>`,
    );
    return part(
      `xl/worksheets/sheet${at + 1}.xml`,
      `<worksheet xmlns="${MAIN}"><sheetData>${xml.join("")}</sheetData></worksheet>`,
    );
  });
  const list = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${escaped(name)}" sheetId="${at + 1}"${state === undefined ? "" : ` state="${state}"`} r:id="rId${at + 1}"/>`,
  );
  const relations = sheets.map((_, at) => relation(`rId${at + 1}`, "worksheet", `worksheets/sheet${at + 1}.xml`));
  relations.push(
    relation("rId901", "styles", "styles.xml"),
    relation("rId902", "sharedStrings", "/xl/sharedStrings.xml"),
  );
  return [
    part("[Content_Types].xml", "<Types/>"),
    part("_rels/.rels", `<Relationships>${relation("rId1", "officeDocument", "xl/workbook.xml")}</Relationships>`),
    part(
      "xl/workbook.xml",
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${more.properties ?? ""}<sheets>${list.join("")}</sheets></workbook>`,
    ),
    part("xl/_rels/workbook.xml.rels", `<Relationships>${relations.join("")}</Relationships>`),
    part("xl/styles.xml", STYLES),
    part("xl/sharedStrings.xml", `<sst xmlns="${MAIN}">${strings.map((text) => `<si>${text}</si>`).join("")}</sst>`),
    ...worksheets,
  ];
}

/** A workbook with one sheet. */
export function workbookFile(rows: WorkbookSheet["rows"]): Buffer {
  return zipArchive(workbookParts([{ name: "Leads", rows }]));
}

export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function cellXml(cell: SheetCell, strings: string[]): string {
  if (typeof cell !== "string") return cell.xml;
  if (cell === "") return "<c/>";
  return `<c t="s"><v>${strings.push(`<t xml:space="preserve">${escaped(cell)}</t>`) - 1}</v></c>`;
}

function relation(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
}

function part(name: string, content: string): ZipEntry {
  return { name, content: XML + content };
}
