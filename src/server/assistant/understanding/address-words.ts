import type { AddressQuality } from "#shared/contract/leads/address-quality.ts";
import type { MissingInfo } from "#shared/lead-status.ts";

const INFOS = [
  ["phone", "(?:tele)?phones?(?: numbers?)?|numbers?"],
  ["email", "e?mails?(?: address(?:es)?)?|address(?:es)?"],
  ["company", "compan(?:y|ies)(?: names?)?"],
  ["need", "needs?"],
] as const;
const WITHOUT =
  "(?:without|missing|lacking|lack|miss|with no|but no|and no|(?:that |who |which )?(?:have|has|had) no|(?:that |who |which )?do(?:es)? not have|no known)";

/** "without a phone number" */
export const MISSING: readonly (readonly [MissingInfo, RegExp])[] = INFOS.map(([info, words]) => [
  info,
  new RegExp(String.raw`\b${WITHOUT}(?: an?| the| any| their| both)? (?:${words})\b`, "u"),
]);

const ANY = INFOS.map(([, words]) => words).join("|");
/** "neither email nor phone" */
export const NEITHER = new RegExp(
  String.raw`\b(?:${WITHOUT}|neither|nor|no|not)(?: an?| the| any| their| both)? (?<x>${ANY}) (?:and|or|nor|but)(?: (?:also|an?|any|no|not|without|have|has|their))* (?<y>${ANY})\b`,
  "u",
);

/** "With a phone number" */
export const HAVING = new RegExp(
  String.raw`\b(?:with|that have|who have|have|has|having) (?:an? |the |their )?(?<x>${ANY})(?=$|\s*\||\s+(?:and|or|but|that|who|which|from|in|since|last|this|are|is)\b)`,
  "u",
);

/** What the words of one of these patterns name. */
export function infoOf(said: string): MissingInfo {
  return INFOS.find(([, words]) => new RegExp(`^(?:${words})$`, "u").test(said))?.[0] ?? "need";
}

const ADDRESS = "(?:e?mails?(?: address(?:es)?)?|address(?:es)?)";
/** "whose email domain has no mail server" */
const NO_SERVER =
  "|(?:whose |their )?(?:e?mail )?(?:mailbox(?:es)?|domains?|address(?:es)?)(?: that| which)? (?:do(?:es)? not (?:exist|work)|(?:has|have) no (?:mail|email) server)";
const QUALITIES: readonly (readonly [AddressQuality, string])[] = [
  [
    "bad",
    "bad|invalid|broken|fake|bogus|false|wrong|dead|undeliverable|bounc(?:ed|ing|es?)|not (?:working|deliverable|valid)",
  ],
  ["risky", "risky|disposable|throw ?away|temporary|shared|role"],
  ["good", "good|valid|deliverable"],
  ["unknown", "unknown|unchecked|unverified"],
];
const WORDS = QUALITIES.map(([, words]) => words).join("|");
/** "Bad or risky addresses" */
export const EITHER_QUALITY = new RegExp(
  String.raw`\b(?:(?:that |who |which )?(?:with|have|has|having) )?(?:an? )?(?<x>${WORDS}) (?:or|and) (?<y>${WORDS}) ${ADDRESS}\b`,
  "u",
);

/** What a word of these patterns says of an address. */
export function qualityOf(said: string): AddressQuality {
  return QUALITIES.find(([, words]) => new RegExp(`^(?:${words})$`, "u").test(said))?.[0] ?? "bad";
}

/** "with a bad email address", "whose email is bad" */
export const ADDRESS_QUALITY = QUALITIES.map(
  ([quality, words]) =>
    [
      quality,
      new RegExp(
        String.raw`\b(?:(?:that |who |which )?(?:with|have|has|having) )?(?:an? |the )?(?:(?:${words})(?: (?:or|and)(?: \w+ly)? (?:${words}))? ${ADDRESS}|(?:whose |their )?${ADDRESS}(?: quality)? (?:is |are )?(?:${words})${quality === "bad" ? NO_SERVER : ""})\b(?: like \S+)?`,
        "u",
      ),
    ] as const,
);

/** "Who wrote to us today?" */
export const WROTE =
  /\b(?:(?:that|who|has|have|people|anyone|somebody) )+(?:wr(?:i|o)te|written|writes|e?mailed|contacted|messaged|reached out|got in touch|signed up)(?: (?:to|with))?(?: us| me)?\b/u;
/** "All Gmail addresses", which are searched for */
export const AT_DOMAIN =
  /\b(?:(?:with|have|has|using|on|from|an?|all|any) )*(?<x>gmail|hotmail|outlook|yahoo|gmx|icloud|proton ?mail|free ?mail)(?: com| de)?(?: (?:or|and) (?<y>gmail|hotmail|outlook|yahoo|gmx|icloud))?(?: com)? (?:e?mails?(?: address(?:es)?)?|address(?:es)?|accounts?)\b|@(?<z>[a-z\d.-]+\.[a-z]{2,})/u;
