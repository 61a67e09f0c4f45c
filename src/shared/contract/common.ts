import { z } from "zod";

// What is missing is said in people's words; every other message keeps the library's.
z.config({
  customError: (issue) => (issue.code === "invalid_type" && issue.input === undefined ? "Required" : undefined),
});

/** An opaque identifier; today the decimal digits of a 63-bit number, so other text is simply unknown. */
export const Id = z.string().min(1).max(64);

/** ISO 8601 in UTC, as every time on the wire. */
export const Timestamp = z.iso.datetime();

/** RFC 9457 problem details, with the fields that were wrong. */
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

/** A name: one line in which a reader sees something, so joiners and direction marks alone are none. */
export function visibleLine(max: number, whenEmpty: string): z.ZodString {
  return line(max)
    .min(1, whenEmpty)
    .refine((text) => text === "" || /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(text), whenEmpty);
}

/** One line of text: no control characters, so that it can stand in a header or a cell. */
export function line(max: number): z.ZodString {
  return z
    .string()
    .trim()
    .max(max, `At most ${max} characters`)
    .regex(/^[^\u0000-\u0008\u000a-\u001f\u007f]*$/u, "Line breaks and control characters are not allowed");
}
