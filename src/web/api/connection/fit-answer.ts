import type { FollowsFrom } from "#shared/contract/leads/when-missing.ts";

/** What a value must be; a number refers to `objects`. */
export type Shape =
  | "text"
  | "number"
  | "flag"
  | "nothing"
  | "any"
  | number
  | { list: Shape }
  | { record: Shape }
  | { orNull: Shape }
  | { maybe: Shape }
  | { options: readonly (string | number)[] };

export interface AnswerShapes {
  /** By endpoint. */
  answers: Record<string, Shape>;
  objects: Record<number, { fields: Record<string, Shape>; missing?: Readonly<Record<string, unknown>> }>;
}

/**
 * Makes an answer match its shape, in place: missing and mistyped fields become the contract's default, as does null
 * where the contract doesn't allow it; unknown fields stay. So a screen can rely on every field of the contract, whatever a server sent.
 */
export function fitAnswer({ answers, objects }: AnswerShapes, key: string, answer: unknown): unknown {
  const fit = (shape: Shape, value: unknown, missing: unknown): unknown => {
    if (typeof shape === "number") return fitObject(objects[shape], value, missing);
    if (shape === "text") {
      if (typeof value === "string") return value;
      return typeof value === "number" ? String(value) : (missing ?? "");
    }
    if (shape === "number") return Number.isFinite(numberOf(value)) ? numberOf(value) : (missing ?? 0);
    if (shape === "flag") return typeof value === "boolean" ? value : (missing ?? false);
    if (shape === "nothing") return null;
    if (shape === "any") return value ?? null;
    if ("options" in shape) return shape.options.includes(value as string) ? value : (missing ?? shape.options[0]);
    if ("orNull" in shape) {
      return value === null || (value ?? missing) == null ? null : fit(shape.orNull, value, missing);
    }
    if ("maybe" in shape) return value == null ? undefined : fit(shape.maybe, value, missing);
    if ("list" in shape) {
      if (!Array.isArray(value)) return Array.isArray(missing) ? [...(missing as unknown[])] : [];
      return value.filter((item) => item != null).map((item) => fit(shape.list, item, undefined));
    }
    const entries = isRecord(value) ? Object.entries(value) : [];
    return Object.fromEntries(entries.map(([name, item]) => [name, fit(shape.record, item, undefined)]));
  };
  const fitObject = (
    object: AnswerShapes["objects"][number] | undefined,
    value: unknown,
    missing: unknown,
  ): unknown => {
    const record = isRecord(value) ? value : {};
    const defaults = { ...object?.missing, ...(isRecord(missing) ? missing : {}) };
    for (const [field, shape] of Object.entries(object?.fields ?? {})) {
      const otherwise = defaults[field];
      const fitted = fit(shape, record[field], isFollowing(otherwise) ? followed(otherwise, record) : otherwise);
      if (fitted === undefined) delete record[field];
      else record[field] = fitted;
    }
    return record;
  };
  const shape = answers[key];
  if (shape === undefined) throw new Error(`The page has no shape of ${key}`);
  return fit(shape, answer, undefined);
}

function numberOf(value: unknown): number {
  return typeof value === "string" && value.trim() !== "" ? Number(value) : typeof value === "number" ? value : NaN;
}

function isFollowing(missing: unknown): missing is FollowsFrom {
  return isRecord(missing) && "flag" in missing;
}

function followed({ flag, yes, no }: FollowsFrom, record: Record<string, unknown>): string {
  return record[flag] === true ? yes : no;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
