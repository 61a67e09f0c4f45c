import { z } from "zod";
import { Origin } from "#shared/contract/lead.ts";
import { LIMITS } from "#shared/limits.ts";
import { LEAD_TEXT_FIELDS } from "#shared/raw-lead.ts";

/**
 * Where the origin of a value can be looked at: an `import` or a form `submission` by its id, a `message` among those
 * analysed, a web `page` or a `sheet` by its address.
 */
const OriginPlace = z.object({
  kind: z.enum(["import", "submission", "message", "page", "sheet"]),
  target: z.string(),
});
export type OriginPlace = z.infer<typeof OriginPlace>;

/** `column` is the header of the column that it stood in, where there was one. */
const PlacedOrigin = Origin.extend({ column: z.string().nullable(), place: OriginPlace.nullable() });
export type PlacedOrigin = z.infer<typeof PlacedOrigin>;

/** `origin` is null where nobody kept it; `factName` names the fact that another value stands in, where one does. */
const FieldProvenance = z.object({
  value: z.string(),
  origin: PlacedOrigin.nullable(),
  others: z.array(z.object({ value: z.string(), origin: PlacedOrigin.nullable(), factName: z.string().nullable() })),
});
export type FieldProvenance = z.infer<typeof FieldProvenance>;

/** For each field its value, where that came from, and the other values that were seen, the newest first. */
export const LeadProvenance = z.record(z.enum(LEAD_TEXT_FIELDS), FieldProvenance);
export type LeadProvenance = z.infer<typeof LeadProvenance>;

/** One of the values seen, to be the field's from now on. */
export const ChosenValue = z.object({
  field: z.enum(LEAD_TEXT_FIELDS),
  value: z.string().min(1).max(LIMITS.lead.notesLength),
});
export type ChosenValue = z.infer<typeof ChosenValue>;
