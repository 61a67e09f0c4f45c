import type { Engine } from "#server/db/engine/engine.ts";
import { leadEdit, type LeadEditing } from "#server/db/lead-changes/lead-edit.ts";
import { leadCompany, type CompanyReading } from "#server/db/leads/lead-company.ts";
import { leadExport, type LeadExporting } from "#server/db/leads/lead-export.ts";
import { leadFigures, type LeadFigures } from "#server/db/leads/lead-figures.ts";
import { leadIntake, type LeadIntake } from "#server/db/lead-changes/lead-intake.ts";
import { leadList, type LeadListing } from "#server/db/leads/lead-list.ts";
import { leadMerge, type LeadMerging } from "#server/db/lead-changes/lead-merge.ts";
import { leadRead, type LeadReading } from "#server/db/leads/lead-read.ts";
import { leadRescore, type LeadRescoring } from "#server/db/lead-changes/lead-rescore.ts";
import { leadReview, type LeadReviewing } from "#server/db/leads/lead-review.ts";
import { leadStatus, type LeadDeciding } from "#server/db/lead-changes/lead-status.ts";
import { searchFilling, type SearchFilling } from "#server/db/leads/search-filling.ts";
import { leadTotals, type LeadCounting } from "#server/db/leads/lead-totals.ts";

export interface LeadStore
  extends
    LeadReading,
    LeadListing,
    CompanyReading,
    LeadExporting,
    LeadCounting,
    LeadFigures,
    LeadIntake,
    LeadDeciding,
    LeadEditing,
    LeadMerging,
    LeadRescoring,
    LeadReviewing,
    SearchFilling {}

/** The lead store, composed of one file per kind of query. */
export function leadStore(engine: Engine): LeadStore {
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
    ...leadReview(engine),
    ...searchFilling(engine),
  };
}
