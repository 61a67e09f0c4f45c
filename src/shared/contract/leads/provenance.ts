import { z } from "zod";
import { Origin } from "#shared/contract/leads/lead.ts";
import { LEAD_TEXT_FIELDS } from "#shared/lead-fields.ts";
import { LIMITS } from "#shared/limits.ts";

/**
 * Where to view a value's origin: an `import` or form `submission` by id, an analyzed `message`, or a web `page` or
 * `sheet` by URL.
 */
const OriginPlace = z.object({
  kind: z.enum(["import", "submission", "message", "page", "sheet"]),
  target: z.string(),
});
export type OriginPlace = z.infer<typeof OriginPlace>;

/** `column` is the column header, if any; `span` is the line or phrase of a message it was read from. */
const PlacedOrigin = Origin.extend({
  column: z.string().nullable(),
  span: z.string().nullable(),
  place: OriginPlace.nullable(),
});
export type PlacedOrigin = z.infer<typeof PlacedOrigin>;

/** `origin` is null if it wasn't recorded; `factName` names the fact that holds another value. */
const FieldProvenance = z.object({
  value: z.string(),
  origin: PlacedOrigin.nullable(),
  others: z.array(z.object({ value: z.string(), origin: PlacedOrigin.nullable(), factName: z.string().nullable() })),
});
export type FieldProvenance = z.infer<typeof FieldProvenance>;

/** Each field's value, its origin, and other values seen, newest first. */
export const LeadProvenance = z.record(z.enum(LEAD_TEXT_FIELDS), FieldProvenance);
export type LeadProvenance = z.infer<typeof LeadProvenance>;

/** The value to use for the field from now on. */
export const ChosenValue = z.object({
  field: z.enum(LEAD_TEXT_FIELDS),
  value: z.string().min(1).max(LIMITS.lead.notesLength),
});
export type ChosenValue = z.infer<typeof ChosenValue>;
