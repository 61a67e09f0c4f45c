import { z } from "zod";
import { parseTextList } from "#shared/text/text-list.ts";

/**
 * A list typed into one field, comma-separated unless `split` differs, validated with the contract's schema. Errors
 * name the invalid item, since there is only one field.
 */
export function textListField<Item>(list: z.ZodType<Item[]>, split: (text: string) => string[] = parseTextList) {
  return z.string().transform((text, context): Item[] => {
    const items = split(text);
    const parsed = list.safeParse(items);
    if (parsed.success) return parsed.data;
    for (const { message, path } of parsed.error.issues) {
      const at = path[0];
      const item = typeof at === "number" ? items[at] : undefined;
      context.addIssue({ code: "custom", message: item === undefined ? message : `${item}: ${message}` });
    }
    return z.NEVER;
  });
}

/** An integer validated with the contract's schema; blank or invalid text counts as 0. */
export function wholeNumberField(number: z.ZodType<number, number>) {
  return z
    .string()
    .transform((text) => Number(text))
    .transform((value) => (Number.isNaN(value) ? 0 : value))
    .pipe(number);
}

/** The same, but required: a blank field is not 0. */
export function requiredNumberField(what: string, number: z.ZodType<number, number>) {
  return z.string().trim().min(1, `${what} is required`).pipe(wholeNumberField(number));
}

/** A number with a toggle; null while it is off. */
export function switchedNumber(typed: z.ZodType<number, string>) {
  return z.object({ isOn: z.boolean(), typed: z.string() }).transform(({ isOn, typed: text }, context) => {
    if (!isOn) return null;
    const parsed = typed.safeParse(text);
    if (parsed.success) return parsed.data;
    for (const { message } of parsed.error.issues) context.addIssue({ code: "custom", message, path: ["typed"] });
    return z.NEVER;
  });
}
