import { RuleFile } from "#shared/contract/rule.ts";
import { LIMITS } from "#shared/limits.ts";

/** Leaves room for the rest of the request. */
const MOST_BYTES = LIMITS.requestBodyBytes - 1_024;

/** Enough errors to recognize what kind of file it is. */
const COMPLAINTS = 5;

export type ReadRuleFile = { file: RuleFile } | { refused: readonly string[] };

/** Parses a rule file, exported or written by hand; invalid ones return readable errors. */
export async function readRuleFile(chosen: Pick<File, "size" | "text">): Promise<ReadRuleFile> {
  if (chosen.size > MOST_BYTES)
    return { refused: ["The file is larger than 1 MB. Choose a file exported from Winnow."] };
  let content: unknown;
  try {
    content = JSON.parse(await chosen.text());
  } catch {
    return { refused: ["The file isn't JSON. Choose a file exported from Winnow."] };
  }
  const parsed = RuleFile.safeParse(content);
  if (parsed.success) return { file: parsed.data };
  const { issues } = parsed.error;
  if (issues.some(({ path }) => path[0] !== "rules" || path.length === 1)) {
    return { refused: ["The file has no rules. Choose a file exported from Winnow."] };
  }
  const words = issues.map(({ path, message }) => `${ruleWords(content, Number(path[1]))}: ${message}`);
  const left = words.length - COMPLAINTS;
  return { refused: left > 0 ? [...words.slice(0, COMPLAINTS), `And ${left} more.`] : words };
}

/** Identifies a rule in the file by name, if any, and position. */
export function ruleWords(content: unknown, index: number): string {
  const rules = isRecord(content) ? content["rules"] : undefined;
  const rule: unknown = Array.isArray(rules) ? rules[index] : undefined;
  const name = isRecord(rule) ? rule["name"] : undefined;
  return typeof name === "string" && name !== "" ? `Rule ${index + 1}, “${name}”` : `Rule ${index + 1}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
