import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Message } from "./message.ts";

const MESSAGES_PER_SCENARIO = 4;

/**
 * The messages of a folder's `.txt` files (training/email/README.md tells their form). Neighbours under one heading were
 * written in one go, so every four of them are a scenario. Throws on a file that breaks the form.
 */
export function readMessages(folder: string): Message[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".txt"))
    .toSorted()
    .flatMap((name) => messagesOf(readFileSync(join(folder, name), "utf8"), basename(name, ".txt")));
}

function messagesOf(file: string, name: string): Message[] {
  return file
    .split(/^=== /mu)
    .slice(1)
    .flatMap((section) => {
      const [heading = "", ...lines] = section.split("\n");
      const [kind, category, language] = heading.split("|").map((part) => part.trim());
      if ((kind !== "lead" && kind !== "other") || !category || !language) {
        throw new Error(`${name}: “${heading}” is not “=== lead|other | category | language”.`);
      }
      return lines
        .join("\n")
        .split(/^---$/mu)
        .map((body) => body.trim())
        .filter((body) => body !== "")
        .map((body, at): Message => {
          const subject = /^Subject:(.*)(?:\n|$)/u.exec(body);
          return {
            input: {
              subject: subject?.[1]?.trim() ?? "",
              text: subject ? body.slice(subject[0].length).trim() : body,
              evidence: [],
            },
            isLead: kind === "lead",
            language,
            category,
            file: name,
            isComposed: false,
            scenario: `${name}/${category}/${language}/${Math.floor(at / MESSAGES_PER_SCENARIO)}`,
          };
        });
    });
}
