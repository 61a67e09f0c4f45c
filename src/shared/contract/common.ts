import { counted, inEnglish } from "#shared/counted.ts";
import { z } from "zod";

// Messages that forms show at their fields; the others, which only a developer can act on, are zod's.
z.config({
  customError: (issue) => {
    if (issue.code === "invalid_type" && issue.input === undefined) return "Required";
    if (issue.code === "too_big") return `At most ${amountOf(issue.origin, Number(issue.maximum))}`;
    if (issue.code !== "too_small") return undefined;
    if (issue.origin === "string" && issue.minimum === 1) return "Required";
    return `At least ${amountOf(issue.origin, Number(issue.minimum))}`;
  },
});

function amountOf(origin: string, limit: number): string {
  if (origin === "string") return counted(limit, "character");
  return origin === "array" ? counted(limit, "entry", "entries") : inEnglish(limit);
}

/** An opaque identifier, currently a 63-bit decimal, so any other text is simply unknown. */
export const Id = z.string().min(1).max(64);

/** ISO 8601 in UTC, like every time on the wire. */
export const Timestamp = z.iso.datetime();

/**
 * What a client saw of a record. Sent along with a change, it makes the server refuse (409 `stale`) if someone else
 * changed the record since; without it the change always applies.
 */
export const Version = z.string().max(1_000);

/** RFC 9457 problem details, with the invalid fields. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  instance: z.string().optional(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});
export type Problem = z.infer<typeof Problem>;

export const IdParams = z.object({ id: Id });

/** A one-line name with at least one visible character; joiners and direction marks alone don't count. */
export function visibleLine(max: number, whenEmpty: string): z.ZodString {
  return line(max)
    .min(1, whenEmpty)
    .refine((text) => text === "" || /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(text), whenEmpty);
}

/** One line of text without control characters, safe for a header or a cell. */
export function line(max: number): z.ZodString {
  return z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\u0000-\u0008\u000a-\u001f\u007f]*$/u, "Line breaks and control characters aren't allowed");
}

/** An integer in range; error messages start with `what`. */
export function wholeNumber(what: string, { min, max }: { min: number; max: number }) {
  return z
    .int(`${what} must be a whole number`)
    .min(min, `${what} must be at least ${inEnglish(min)}`)
    .max(max, `${what} must be at most ${inEnglish(max)}`);
}
