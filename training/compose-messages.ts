import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Message } from "./message.ts";
import { pick, seededRandom } from "./seeded-random.ts";

interface Grammar {
  parts: Map<string, string[]>;
  scenarios: { kind: string; category: string; language: string; name: string; count: number; forms: string[] }[];
}

const TYPO_RATE = 0.15;
const SEED = 20_260_503;

/** Messages put together from the parts in a folder's `.grammar` files, each scenario's own number of them. */
export function composeMessages(folder: string): Message[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".grammar"))
    .toSorted()
    .flatMap((name) => composed(parse(readFileSync(join(folder, name), "utf8")), basename(name, ".grammar")));
}

/** `name = part | part` lines, then scenarios: `=== kind | category | language | name | count` and one form a line. */
function parse(text: string): Grammar {
  const grammar: Grammar = { parts: new Map(), scenarios: [] };
  for (const line of text.split("\n").map((each) => each.trim())) {
    if (line === "" || line.startsWith("#")) continue;
    const part = /^([\w-]+) = (.*)$/u.exec(line);
    if (line.startsWith("===")) {
      const [kind = "", category = "", language = "", name = "", count = ""] = line
        .slice(3)
        .split("|")
        .map((each) => each.trim());
      grammar.scenarios.push({ kind, category, language, name, count: Number(count), forms: [] });
    } else if (part?.[1] !== undefined && part[2] !== undefined) {
      grammar.parts.set(part[1], [
        ...(grammar.parts.get(part[1]) ?? []),
        ...part[2].split("|").map((each) => each.trim()),
      ]);
    } else grammar.scenarios.at(-1)?.forms.push(line);
  }
  return grammar;
}

function composed({ parts, scenarios }: Grammar, file: string): Message[] {
  const random = seededRandom(SEED);
  return scenarios.flatMap(({ kind, category, language, name, count, forms }) => {
    const seen = new Set<string>();
    // Few forms with few parts may not yield as many different messages as asked for.
    for (let tries = 0; seen.size < count && tries < count * 20; tries += 1) {
      const text = expand(pick(forms, random), parts, random);
      seen.add(random() < TYPO_RATE ? withTypo(text, random) : text);
    }
    return [...seen].map((text): Message => {
      const [subject = "", ...body] = text.split("//");
      return {
        input: { subject: subject.trim(), text: body.join("\n\n").trim(), evidence: [] },
        isLead: kind === "lead",
        language,
        category,
        scenario: `${file}/${category}/${language}/${name}`,
        file,
        isComposed: true,
      };
    });
  });
}

function expand(form: string, parts: Grammar["parts"], random: () => number): string {
  return form.replaceAll(/\{([\w-]+)\}/gu, (_, name: string) => {
    const choices = parts.get(name);
    if (!choices) throw new Error(`The grammar has no part “${name}”.`);
    return expand(pick(choices, random), parts, random);
  });
}

/** Two neighbouring letters swapped, as hurried fingers do. */
function withTypo(text: string, random: () => number): string {
  const at = 1 + Math.floor(random() * Math.max(1, text.length - 2));
  const [first = "", second = ""] = text.slice(at, at + 2);
  if (!/^\p{L}{2}$/u.test(first + second)) return text;
  return text.slice(0, at) + second + first + text.slice(at + 2);
}
