import { roleOfHeader } from "#server/pipeline/text/columns.ts";
import type { ColumnRole } from "#server/pipeline/text/header-words.ts";

/** Longer questions don't name a field. */
const LONGEST = 200;

/**
 * Words that don't affect which field is meant, in addition to those for column headers: of questions, and of names such
 * as txtEmail, f_Name and feedback-name.
 */
const FILLERS = new Set(
  `txt tb frm fld inp input field f feedback comment signup enquiry inquiry quote callback best preferred valid
  professional my our a an ihren ton ta sus il lo suo din ditt twój twoje вашето вашият please bitte`.split(/\s+/u),
);

const REPLY_TO = /^_?reply[ _-]?to$/iu;

/** Phrases that introduce a question; the words after them name the field. */
const ASKS: readonly RegExp[] = [
  /\b(?:what(?:['’]s| is| are)|enter|type(?: in)?|tell us|give us|share|provide|leave|add|confirm|(?:may|can|could) we (?:have|get))\s+(?:us\s+)?(?:your|the)\s+(.+)$/iu,
  /\b(?:wie lautet|wie ist|was ist|nennen sie(?: uns)?|geben sie(?: uns)?|gib(?: uns)?)\s+(?:bitte\s+)?(?:ihre?n?|deine?n?)\s+(.+)$/iu,
  /\b(?:quel(?:le)?s? (?:est|sont)|indiquez|entrez|saisissez)\s+(?:votre|vos|ton|ta)\s+(.+)$/iu,
  /(?:cu[aá]l es|indique|introdu(?:ce|zca)|escrib[ae])\s+(?:su|tu)\s+(.+)$/iu,
  /(?:qual [eè]|inserisci|indica)\s+(?:il |la |l['’])?\s*(?:tu[oa]|su[oa])\s+(.+)$/iu,
  /(?:qual [eé]|informe|digite)\s+(?:o |a )?(?:seu|sua|teu|tua)\s+(.+)$/iu,
  /\b(?:wat is|vul)\s+(?:uw|jouw|je)\s+(.+)$/iu,
  /(?:введите|укажите)\s+(?:ваш[аеу]?|свой|сво[юё])?\s*(.+)$/iu,
  /\b(?:your|ihre?n?|deine?n?|votre|vos|ton|su|tu|tu[oa]|su[oa]|seu|uw|jouw)\s+(.+)$/iu,
];

/** "How large is your company?" asks for something else. */
const OF_AMOUNT =
  /\b(?:how (?:many|much|big|large|old|long|often|did)|size|number of|wie (?:viele?|gro(?:ß|ss)|lange|oft)|anzahl|größe|combien|taille|effectif|nombre d|cu[aá]nt\w*|tama[ñn]ho?|quant\w*|dimension\w*|hoeveel|hoe groot)(?!\p{L})/iu;

/** Questions that name their field with more than one word. */
const PHRASES: readonly (readonly [ColumnRole, RegExp])[] = [
  [
    "notes",
    /\b(?:how (?:can|may|could) we help|what can we (?:do|help)|tell us (?:a (?:bit|little) )?(?:more )?about (?:your|the) (?:project|needs?|requirements?|request|enquir|inquir|challenge|goals?|plans?)|what (?:are you looking for|(?:do )?you need|brings you)|anything else|describe (?:your|the)|your (?:message|question|request|project|enquiry|inquiry)|wie können wir (?!.*(?:erreich|kontaktier))|womit können wir|comment pouvons-nous|en qué podemos|como podemos ajudar|come possiamo|waarmee kunnen we)/iu,
  ],
  [
    "company",
    /\b(?:(?:which|what) (?:company|organi[sz]ation|business) (?:do|are)|where do you work|who do you work for|name of (?:your|the) (?:company|organi[sz]ation|business|employer)|(?:bei|für) welche[mnrs]? (?:unternehmen|firma)|(?:dans|pour) quelle (?:entreprise|société)|en qué empresa)/iu,
  ],
  [
    "title",
    /\b(?:what do you do at|what(?:['’]s| is) your (?:role|position|job)|role (?:at|in) (?:your|the) company)/iu,
  ],
  [
    "name",
    /(?:what should we call you|who are you|how should we address you|wie hei(?:ß|ss)(?:en sie|t du)|comment vous appelez|как (?:вас зовут|к вам обращаться)|c[oó]mo (?:te llamas|se llama)|come ti chiami|como te chamas)/iu,
  ],
  // Requires the value to have the right format as well.
  ["email", /\be-?mail/iu],
  [
    "phone",
    /\b(?:(?:tele)?phone|mobile|cell|whatsapp|telefon|handy|t[eé]l[eé]fon|m[oó]vil|celular|cellulare|(?:what )?number (?:can|should|may) we)/iu,
  ],
  ["phone", /^(?:number|nummer|num[eé]ro|número|nr|numer)$/iu],
  // The names of text areas.
  ["notes", /(?:^|[\s_-])(?:text|text ?area|tekst|content|body|feedback)$/iu],
];

/**
 * Returns the field that a question or field name asks for and how certain that is: 0 is an exact field name, higher is
 * less certain. Understands identifiers (yourName, q3_fullName) and full sentences. Null if no lead field matches.
 */
export function roleOfQuestion(question: string): { role: ColumnRole; certainty: number } | null {
  if (question.length > LONGEST) return null;
  if (REPLY_TO.test(question)) return { role: "email", certainty: 0 };
  const plain = asWords(question);
  const named = roleOfHeader(question) ?? roleOfHeader(plain) ?? withoutFillers(plain);
  if (named !== null) return named;
  if (OF_AMOUNT.test(plain)) return null;
  for (const ask of ASKS) {
    const asked = ask.exec(plain)?.[1];
    if (asked === undefined) continue;
    const thing = asked.split(/[,;:?!.(–—]|\s(?:so|to|for|and we|at which|where|an|ein|in)\s/u)[0] ?? "";
    const found = roleOfHeader(thing) ?? withoutFillers(thing);
    if (found !== null) return { role: found.role, certainty: 10 + found.certainty };
  }
  for (const [role, phrase] of PHRASES) if (phrase.test(plain)) return { role, certainty: 20 };
  return null;
}

/**
 * Splits an identifier into words: `q3_yourName` becomes "your Name", `contact[first-name]` "contact first-name". In
 * ASP.NET's names only the part after the last `$` was chosen by someone.
 */
export function asWords(name: string): string {
  return name
    .slice(name.lastIndexOf("$") + 1)
    .replace(/^q\d+_/u, "")
    .replace(/[[\]]+/gu, " ")
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")
    .trim();
}

function withoutFillers(text: string): { role: ColumnRole; certainty: number } | null {
  const words = text.split(/[\s_-]+/u);
  const rest = words.filter((word) => !FILLERS.has(word.toLowerCase().replace(/[^\p{L}]/gu, "")));
  return rest.length === words.length || rest.length === 0 ? null : roleOfHeader(rest.join(" "));
}
