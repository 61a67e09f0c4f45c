import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const NOT_OURS = new Set(["dist", "data", ".cache", ".git", "package-lock.json"]);
const THIS_FILE = "test/own-words.test.ts";

/** What must not appear in a file, except in those with a reason for it. */
const foreign = [
  { what: "a path of somebody's machine", pattern: /(?<![\w.-])\/(?:work|home|Users)\/\w/u, except: [] },
  {
    what: "a folder next to the checkout",
    pattern: /\.\.\/shared/u,
    except: [/^\.ci\/run$/u, /(?:^|\/)tsconfig\.json$/u],
  },
  { what: "the address of a package registry", pattern: /registry\.(?:npmjs|yarnpkg)/u, except: [] },
  { what: "the number of an issue", pattern: /\bissues? #?\d/iu, except: [] },
  { what: "work left undone", pattern: /\b(?:TODO|FIXME|XXX)\b/u, except: [] },
] satisfies { what: string; pattern: RegExp; except: RegExp[] }[];

function filesUnder(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (NOT_OURS.has(path) || entry.name === "node_modules" || path === THIS_FILE) return [];
    return entry.isDirectory() ? filesUnder(path) : [path];
  });
}

const files = filesUnder("");
const texts = files
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }))
  .filter(({ text }) => !text.includes("\0"));

describe("files refer only to the project", () => {
  test.each(foreign)("no file has $what", ({ pattern, except }) => {
    const found = texts.filter(({ path, text }) => pattern.test(text) && !except.some((reason) => reason.test(path)));
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  test("the patterns match what they are meant to", () => {
    const samples = [
      "see /home/ann/notes",
      ["..", "shared", "x"].join("/"),
      ["registry", "npmjs", "example"].join("."),
      "Issue #12",
      "// TODO: later",
    ];
    expect(foreign.map(({ pattern }, index) => pattern.test(samples[index] ?? ""))).toEqual(foreign.map(() => true));
  });
});

test("files and folders have specific names", () => {
  const vague = /(?:^|\/)(?:utils?|helpers?|misc|common-utils)(?:\.\w+)*(?:\/|$)|-v\d+\.\w+$/u;
  expect(files.filter((path) => vague.test(path))).toEqual([]);
});
