import { Parser } from "htmlparser2";

const LONGEST = 12_000;
const UNSEEN: ReadonlySet<string> = new Set(["script", "style", "noscript", "template", "svg", "head", "iframe"]);
const INLINE: ReadonlySet<string> = new Set(
  "a abbr b bdi bdo cite code em font i label mark q s small span strong sub sup time u var wbr".split(" "),
);

/** A page's text, one line per block, including contacts that only appear in link targets. */
export function pageText(html: string): string {
  let text = "";
  let unseen = 0;
  const parser = new Parser({
    onopentag(name, { href = "" }) {
      if (UNSEEN.has(name)) unseen += 1;
      if (!INLINE.has(name)) text += "\n";
      const [, contact = ""] = /^(?:mailto|tel):([^?]{3,200})/iu.exec(href) ?? [];
      if (name === "a" && contact !== "") text += ` ${decoded(contact)} `;
    },
    ontext(piece) {
      if (unseen === 0) text += piece;
    },
    onclosetag(name) {
      if (UNSEEN.has(name)) unseen = Math.max(0, unseen - 1);
      if (!INLINE.has(name)) text += "\n";
    },
  });
  parser.end(html);
  return text
    .replace(/[^\S\n]+/gu, " ")
    .replace(/ ?\n[ \n]*/gu, "\n")
    .trim()
    .slice(0, LONGEST)
    .toWellFormed();
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
