import { fold } from "./sentences.ts";

const ACCENTED = /[\u00C0-\u024F]/u;
const WORD = /[\p{L}\p{M}]+/gu;
const LONGEST_TEXT = 3_000;

/** How the writer of a text spells its folded words: `grosse` is `Größe` again; words without accents as they are. */
export function spellingOf(text: string): (word: string) => string {
  const read = text.slice(0, LONGEST_TEXT).normalize();
  if (!ACCENTED.test(read)) return (word) => word;
  let accented: Map<string, string> | undefined;
  return (word) => {
    accented ??= new Map(
      (read.match(WORD) ?? []).filter((each) => ACCENTED.test(each)).map((each) => [fold(each), each]),
    );
    return accented.get(word) ?? word;
  };
}
