// Preloaded into a server: shifts its wall clock by the milliseconds in the named file, read at each call.
import { readFileSync } from "node:fs";

const file = process.env["SHIFTED_CLOCK_FILE"] ?? "";
const RealDate = Date;

/** Zero while the file is being written. */
function offset(): number {
  return Number(readFileSync(file, "utf8")) || 0;
}

class ShiftedDate extends RealDate {
  constructor(...parts: [] | [number | string | Date] | Parameters<typeof Date.UTC>) {
    if (parts.length === 0) super(RealDate.now() + offset());
    else super(...(parts as [number]));
  }

  static override now(): number {
    return RealDate.now() + offset();
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
