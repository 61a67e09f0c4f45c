import type { Scored } from "./measure.ts";
import { CUT, calibrationErrorOf, figuresOf } from "./measure.ts";

export interface Floor {
  /** At the cut people use. */
  precision: number;
  recall: number;
  /** The most that what was said and what was may be apart. */
  calibrationError: number;
}

/** Just below what the shipped model reached: a change of the corpus or of the features must not lose it unnoticed. */
export const FLOORS = {
  heldBack: { precision: 0.88, recall: 0.93, calibrationError: 0.145 },
  heldBackByHand: { precision: 0.86, recall: 0.92, calibrationError: 0.16 },
  unseen: { precision: 0.89, recall: 0.86, calibrationError: 0.11 },
  blind: { precision: 0.89, recall: 0.86, calibrationError: 0.085 },
} satisfies Record<string, Floor>;

/** What is below the floor, in words; empty when nothing is. */
export function belowFloor(name: string, scored: readonly Scored[], floor: Floor): string[] {
  const { precision, recall } = figuresOf(scored, CUT);
  const calibrationError = calibrationErrorOf(scored);
  const complaints: string[] = [];
  if (precision < floor.precision) complaints.push(`precision ${precision.toFixed(3)} is below ${floor.precision}`);
  if (recall < floor.recall) complaints.push(`recall ${recall.toFixed(3)} is below ${floor.recall}`);
  if (calibrationError > floor.calibrationError) {
    complaints.push(`the calibration error ${calibrationError.toFixed(3)} is above ${floor.calibrationError}`);
  }
  return complaints.map((complaint) => `${name}: ${complaint}`);
}
