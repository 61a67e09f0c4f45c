import { RuleFile } from "#shared/contract/rule.ts";
import { LIMITS } from "#shared/limits.ts";

/** The request around the file's text takes a little too. */
const MOST_BYTES = LIMITS.requestBodyBytes - 1_024;

/** So many complaints are enough to see what kind of file it is. */
const COMPLAINTS = 5;

export type ReadRuleFile = { file: RuleFile } | { refused: readonly string[] };

/** Reads a file of rules as it was exported or written by hand; one that is none is refused with reasons in words. */
export async function readRuleFile(chosen: Pick<File, "size" | "text">): Promise<ReadRuleFile> {
  if (chosen.size > MOST_BYTES) return { refused: ["It is larger than 1 MB."] };
  let content: unknown;
  try {
    content = JSON.parse(await chosen.text());
  } catch {
    return { refused: ["It is not JSON. Choose a file that Winnow exported."] };
  }
  const parsed = RuleFile.safeParse(content);
  if (parsed.success) return { file: parsed.data };
  const { issues } = parsed.error;
  if (issues.some(({ path }) => path[0] !== "rules" || path.length === 1)) {
    return { refused: ["It holds no rules as Winnow exports them."] };
  }
  const words = issues.map(({ path, message }) => `${ruleWords(content, Number(path[1]))}: ${message}`);
  const left = words.length - COMPLAINTS;
  return { refused: left > 0 ? [...words.slice(0, COMPLAINTS), `And ${left} more.`] : words };
}

/** A rule of the file by its name, where it has one, and its place. */
export function ruleWords(content: unknown, index: number): string {
  const rules = isRecord(content) ? content["rules"] : undefined;
  const rule: unknown = Array.isArray(rules) ? rules[index] : undefined;
  const name = isRecord(rule) ? rule["name"] : undefined;
  return typeof name === "string" && name !== "" ? `Rule ${index + 1}, “${name}”` : `Rule ${index + 1}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
