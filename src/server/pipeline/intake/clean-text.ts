import { cutWhole } from "#shared/cut-whole.ts";

/** Reduces a text to one line: control characters become spaces, white space is collapsed and trimmed. */
export function singleLine(text: string, maxLength: number): string {
  return cutWhole(text.replace(/[\s\p{Cc}]+/gu, " ").trim(), maxLength);
}

/** Whether a text has visible characters; spaces, joiners and direction marks don't count. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(text);
}
