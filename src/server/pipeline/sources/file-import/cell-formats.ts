import { DAY } from "#shared/durations.ts";
import { readXml } from "#server/pipeline/sources/file-import/read-xml.ts";

/** Built-in number format ids for dates and times, including the East Asian ones (ECMA-376 part 1, 18.8.30). */
const BUILT_IN_DATES: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

/** How a number is shown: as a date or time, in percent, with this many digits ("01067"), or as it is. */
export type CellFormat = "date" | "percent" | number | null;

/** Returns a workbook's cell formats, indexed by cell style. */
export async function readCellFormats(part: AsyncIterable<Uint8Array>): Promise<CellFormat[]> {
  const codes = new Map<number, string>();
  const formats: CellFormat[] = [];
  let element = "";
  let isCellFormat = false;
  let id = 0;
  await readXml(part, {
    open(name) {
      element = name;
      if (name === "cellXfs") isCellFormat = true;
      if (name === "xf" && isCellFormat) formats.push(null);
    },
    attribute(name, value) {
      if (name === "numFmtId") id = Number(value);
      if (name === "numFmtId" && element === "xf" && isCellFormat)
        formats[formats.length - 1] = formatOf(id, codes.get(id));
      if (name === "formatCode" && element === "numFmt") codes.set(id, value);
    },
    close(name) {
      if (name === "cellXfs") isCellFormat = false;
    },
  });
  return formats;
}

function formatOf(id: number, code: string | undefined): CellFormat {
  if (code === undefined) {
    if (id === 9 || id === 10) return "percent";
    return BUILT_IN_DATES.some(([first, last]) => id >= first && id <= last) ? "date" : null;
  }
  // Ignore quoted text, escaped letters, colors and currencies; [h] is elapsed time that can exceed a day.
  const bare = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/giu, "").trim();
  if (bare.includes("%")) return "percent";
  if (/^0{2,}$/u.test(bare)) return bare.length;
  return /[ymdhs]/iu.test(bare) && !/^general$/iu.test(bare) ? "date" : null;
}

/** Converts a serial day number to ISO 8601: a date, a date with a time, or only a time. */
export function dateText(serial: number, isFrom1904: boolean): string | null {
  // Excel treats 1900 as a leap year, so days before February 29, 1900 count from a different epoch.
  const days = isFrom1904 ? serial + 1_462 : serial < 60 ? serial + 1 : serial;
  const milliseconds = Math.round((days - 25_569) * 86_400) * 1_000;
  if (serial < 0 || !(Math.abs(milliseconds) <= 8_640_000 * DAY)) return null;
  const iso = new Date(milliseconds).toISOString();
  if (iso.length !== 24) return null;
  if (serial < 1 && serial > 0) return iso.slice(11, 19);
  return milliseconds % DAY === 0 ? iso.slice(0, 10) : iso.slice(0, 19);
}

/** Formats a number with 15 digits, as Excel shows it: no exponent and no binary rounding artifacts. */
export function numberText(written: string, format: CellFormat): string {
  const number = Number(written) * (format === "percent" ? 100 : 1);
  if (written.trim() === "" || !Number.isFinite(number)) return written;
  const rounded = Number(number.toPrecision(15));
  const text = Math.abs(rounded) < 1e21 && Number.isInteger(rounded) ? BigInt(rounded).toString() : String(rounded);
  if (format === "percent") return `${text}%`;
  return typeof format === "number" && /^\d+$/u.test(text) ? text.padStart(format, "0") : text;
}
