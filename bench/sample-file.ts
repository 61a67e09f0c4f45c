import { createWriteStream } from "node:fs";
import { once } from "node:events";
import { anyOf, pick, randomNumbers, randomWords } from "./random.ts";

const HEADER = "Name,Email,Company,Phone,Job title,City,Notes\r\n";
const ROWS_PER_WRITE = 5_000;

/** Writes a CSV file of leads with unique emails, about 190 characters per row, always the same. */
export async function writeSampleFile(path: string, rows: number): Promise<void> {
  const random = randomNumbers(7);
  const words = randomWords(6_000, random);
  const file = createWriteStream(path);
  file.write(HEADER);
  for (let from = 0; from < rows; from += ROWS_PER_WRITE) {
    let text = "";
    for (let row = from; row < Math.min(rows, from + ROWS_PER_WRITE); row += 1) text += rowOf(row, words, random);
    if (!file.write(text)) await once(file, "drain");
  }
  file.end();
  await once(file, "finish");
}

function rowOf(row: number, words: readonly string[], random: () => number): string {
  const [first, last, company] = [anyOf(words, random), anyOf(words, random), anyOf(words, random)];
  const notes = Array.from({ length: 12 }, () => pick(words, random)).join(" ");
  const phone = `+44 20 ${String(70_000_000 + (row % 9_999_999)).slice(0, 4)} ${String(row % 10_000).padStart(4, "0")}`;
  const email = `${first}.${last}.${row}@${company}.example`;
  return `${first} ${last},${email},"${company}, Ltd",${phone},Head of ${anyOf(words, random)},${anyOf(words, random)},"${notes}. Please send a demo"\r\n`;
}
