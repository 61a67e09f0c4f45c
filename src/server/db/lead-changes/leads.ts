import type { Engine } from "#server/db/engine/engine.ts";
import { leadEdit } from "#server/db/lead-changes/lead-edit.ts";
import { leadCompany } from "#server/db/leads/lead-company.ts";
import { leadExport } from "#server/db/leads/lead-export.ts";
import { leadFigures, leadTotals } from "#server/db/leads/lead-totals.ts";
import { leadIntake } from "#server/db/lead-changes/lead-intake.ts";
import { leadList } from "#server/db/leads/lead-list.ts";
import { leadMerge } from "#server/db/lead-changes/lead-merge.ts";
import { leadRead } from "#server/db/leads/lead-read.ts";
import { leadRescore } from "#server/db/lead-changes/lead-rescore.ts";
import { leadStatus } from "#server/db/lead-changes/lead-status.ts";
import { searchFilling } from "#server/db/leads/search-filling.ts";

/** The lead store, composed of one file per kind of query. */
export function leadStore(engine: Engine) {
  // For heavy reads: lists, exports and figures.
  const reading: Engine = { ...engine, run: (work) => engine.read(work) };
  return {
    ...leadRead(engine),
    ...leadList(reading),
    ...leadCompany(reading),
    ...leadExport(reading),
    ...leadTotals(reading),
    ...leadFigures(reading),
    ...leadIntake(engine),
    ...leadStatus(engine),
    ...leadEdit(engine),
    ...leadMerge(engine),
    ...leadRescore(engine),
    ...searchFilling(engine),
  };
}

export type LeadStore = ReturnType<typeof leadStore>;
