import type { z } from "zod";

/** A file may have thousands of mistakes; the first few show what kind of file it is. */
const NAMED = 3;

/** The parsed value. Otherwise throws an Error whose sentence starts with `what` and names the invalid fields. */
export function checked<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Error(`${what}: ${wrongFields(parsed.error)}.`);
  return parsed.data;
}

/** Like `checked`, for JSON text such as a file's. */
export function checkedJson<T>(schema: z.ZodType<T>, text: string, what: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`${what} is not valid JSON.`, { cause: error });
  }
  return checked(schema, value, what);
}

/** "rules.0.name: Name is required; …": the first invalid fields, and how many more there are. */
export function wrongFields({ issues }: z.ZodError): string {
  const named = issues.slice(0, NAMED).map(({ path, message }) => [path.join("."), message].filter(Boolean).join(": "));
  const more = issues.length - named.length;
  return `${named.join("; ")}${more > 0 ? `; and ${more} more` : ""}`;
}
