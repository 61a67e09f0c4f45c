import type { AddressQuality } from "#shared/contract/leads/address-quality.ts";
import type { MissingInfo } from "#shared/lead-status.ts";

/** "without a phone number" */
export const MISSING: readonly (readonly [MissingInfo, RegExp])[] = (
  [
    ["phone", "(?:tele)?phones?(?: numbers?)?|numbers?"],
    ["email", "e?mails?(?: address(?:es)?)?"],
    ["company", "compan(?:y|ies)(?: names?)?"],
    ["need", "needs?"],
  ] as const
).map(([info, words]) => [
  info,
  new RegExp(
    String.raw`\b(?:without|missing|lacking|lack|miss|with no|but no|and no|(?:that |who |which )?(?:have|has) no|(?:that |who |which )?do(?:es)? not have|no known)(?: an?| the| any| their)? (?:${words})\b`,
    "u",
  ),
]);

const ADDRESS = "(?:e?mails?(?: address(?:es)?)?|address(?:es)?)";
/** "whose email domain has no mail server" */
const NO_SERVER =
  "|(?:whose |their )?(?:e?mail )?(?:mailbox(?:es)?|domains?|address(?:es)?)(?: that| which)? (?:do(?:es)? not (?:exist|work)|(?:has|have) no (?:mail|email) server)";
const QUALITIES: readonly (readonly [AddressQuality, string])[] = [
  ["bad", "bad|invalid|broken|wrong|dead|undeliverable|bounc(?:ed|ing|es?)|not (?:working|deliverable|valid)"],
  ["risky", "risky|disposable|throw ?away|temporary|shared|role"],
  ["good", "good|valid|deliverable"],
  ["unknown", "unknown|unchecked|unverified"],
];
/** "with a bad email address", "whose email is bad" */
export const ADDRESS_QUALITY = QUALITIES.map(
  ([quality, words]) =>
    [
      quality,
      new RegExp(
        String.raw`\b(?:(?:that |who |which )?(?:with|have|has|having) )?(?:an? |the )?(?:(?:${words}) ${ADDRESS}|(?:whose |their )?${ADDRESS}(?: quality)? (?:is |are )?(?:${words})${quality === "bad" ? NO_SERVER : ""})\b(?: like \S+)?`,
        "u",
      ),
    ] as const,
);
