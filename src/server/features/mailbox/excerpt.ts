import { cutWhole } from "#shared/text/cut-whole.ts";

/** The beginning of a text in one line, with an ellipsis if it is cut. */
export function excerpt(text: string, length: number): string {
  const line = text
    .slice(0, 2 * length)
    .replaceAll(/\s+/gu, " ")
    .trim();
  return line.length > length ? `${cutWhole(line, length).toWellFormed()}…` : line;
}
