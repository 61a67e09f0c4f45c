import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Message } from "./message.ts";

/** Reads invented messages from `.txt` files in the format described in training/email/README.md. Throws on an invalid file. */
function readMessages(folder: string): Message[] {
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
        .map((body): Message => {
          const subject = /^Subject:(.*)(?:\n|$)/u.exec(body);
          return {
            input: {
              subject: subject?.[1]?.trim() ?? "",
              text: subject ? body.slice(subject[0].length).trim() : body,
              evidence: [],
              hasSender: false,
            },
            isLead: kind === "lead",
            language,
            category,
            file: name,
          };
        });
    });
}

const email = join(import.meta.dirname, "email");

/** Invented messages to learn from. */
export function writtenMessages(): Message[] {
  return readMessages(join(email, "written"));
}

/** Invented messages by other authors, never learned from. */
export function exampleMessages(): Message[] {
  return readMessages(join(email, "examples"));
}
