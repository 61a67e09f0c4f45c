import type { Figures } from "./measure.ts";

/** What the shipped model must reach: below, `npm run eval` and the tests fail. */
export const FLOORS = {
  "held back": { precision: 0.9, recall: 0.9, calibrationError: 0.08 },
  unseen: { precision: 0.9, recall: 0.9, calibrationError: 0.1 },
} as const;

/** What is below its floor, in words; empty when nothing is. */
export function belowFloor(part: keyof typeof FLOORS, figures: Figures, calibrationError: number): string[] {
  const floor = FLOORS[part];
  return [
    figures.precision < floor.precision && `precision ${figures.precision.toFixed(3)} is below ${floor.precision}`,
    figures.recall < floor.recall && `recall ${figures.recall.toFixed(3)} is below ${floor.recall}`,
    calibrationError > floor.calibrationError &&
      `calibration error ${calibrationError.toFixed(3)} is above ${floor.calibrationError}`,
  ].flatMap((complaint) => (complaint === false ? [] : [`${part}: ${complaint}`]));
}
