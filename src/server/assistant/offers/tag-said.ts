import { LIMITS } from "#shared/limits.ts";
import { POLITE_END } from "#server/assistant/understanding/request-words.ts";
import { plainWord } from "#server/assistant/understanding/words.ts";

/** A known tag in the question, or what follows "as" or stands after "tag". */
export function tagSaid(request: string, known: readonly string[]): string | null {
  const question = request.replace(POLITE_END, "");
  const asked = plainWord(question);
  const named = known
    .filter((name) =>
      new RegExp(String.raw`(?<![\p{L}\p{N}])${RegExp.escape(plainWord(name))}(?![\p{L}\p{N}])`, "u").test(asked),
    )
    .toSorted((one, other) => other.length - one.length)[0];
  if (named !== undefined) return named;
  const said =
    /\b(?:tag|label|schlagwort|etikett|étiquette|etiqueta)\s+["“„«]\s*([^"”“»]+?)\s*["”“»]/iu.exec(question)?.[1] ??
    /\b(?:with|mit|avec|con)\s+["“„«]([^"”“»]+)["”“»]/iu.exec(question)?.[1] ??
    /\b(?:as|als|comme|como)\s+["“„«]?([^"”“»]+?)["”“»]?[.!?]*$/iu.exec(question)?.[1] ??
    /\b(?:tag|label|etiqueta|étiquette)\s+["“„«]?([^"”“»]+?)["”“»]?\s+(?:to|from|on|off|von|an|für|à|de|sur|a)(?![\p{L}])/iu.exec(
      question,
    )?.[1] ??
    // "Tag them hot"
    /\b(?:tag|label)\s+(?:them|him|her|it|these|those|all)\s+([\p{L}\p{N}][^.!?,]*)[.!?]*$/iu.exec(question)?.[1] ??
    /["“„«]([^"”“»]+)["”“»]/u.exec(question)?.[1] ??
    // "The tag urgent", at the end
    /\b(?:tag|label|schlagwort|etikett|étiquette|etiqueta)\s+([\p{L}\p{N}-]+)(?: it)?[.!?]*$/iu.exec(question)?.[1];
  return said === undefined || said.length > LIMITS.tag.nameLength ? null : said.trim();
}
