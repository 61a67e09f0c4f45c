import type { Engine } from "#server/store/engine.ts";
import { leadEdit } from "#server/store/lead-edit.ts";
import { leadExport } from "#server/store/lead-export.ts";
import { leadFigures } from "#server/store/lead-figures.ts";
import { leadIntake } from "#server/store/lead-intake.ts";
import { leadList } from "#server/store/lead-list.ts";
import { leadMerge } from "#server/store/lead-merge.ts";
import { leadRead } from "#server/store/lead-read.ts";
import { leadRescore } from "#server/store/lead-rescore.ts";
import { leadReview } from "#server/store/lead-review.ts";
import { leadStatus } from "#server/store/lead-status.ts";
import { leadTotals } from "#server/store/lead-totals.ts";
import type { LeadStore } from "#server/store/types.ts";

/** All that can be asked of leads, from one file for each kind of question. */
export function leadStore(engine: Engine): LeadStore {
  // What reads much: lists, exports and figures.
  const reading: Engine = { ...engine, run: (work) => engine.read(work) };
  return {
    ...leadRead(engine),
    ...leadList(reading),
    ...leadExport(reading),
    ...leadTotals(reading),
    ...leadFigures(reading),
    ...leadIntake(engine),
    ...leadStatus(engine),
    ...leadEdit(engine),
    ...leadMerge(engine),
    ...leadRescore(engine),
    ...leadReview(engine),
  };
}
