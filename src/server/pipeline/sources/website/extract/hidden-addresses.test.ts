import { describe, expect, test } from "vitest";
import { extractPage } from "#server/pipeline/sources/website/extract/extract-page.ts";
import { rot13 } from "#server/pipeline/sources/website/extract/hidden-address.ts";

function addresses(html: string): string[] {
  const { records } = extractPage({ html, url: "https://acme.de/", type: "website", selectors: null });
  return records
    .flatMap(({ email, further }) => [email, ...further.map(({ value }) => value)])
    .filter((value) => value !== "");
}

function cloudflare(address: string, key = 0x5a): string {
  return [key, ...Buffer.from(address).map((byte) => byte ^ key)]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

describe("a hidden email address", () => {
  test.each([
    ["in words in brackets", "ann (at) acme (dot) de"],
    ["in words in square brackets", "ann[at]acme[dot]de"],
    ["in words in braces", "ann{at}acme{dot}de"],
    ["in German words", "ann(ät)acme(punkt)de"],
    ["behind a named reference", "ann&commat;acme&period;de"],
    ["behind decimal references", "&#97;&#110;&#110;&#64;&#97;&#99;&#109;&#101;&#46;&#100;&#101;"],
    ["behind hexadecimal references", "&#x61;nn&#x40;acme.de"],
    ["in full-width signs", "ann＠acme.de"],
    [
      "by Cloudflare in an attribute",
      `<span class="__cf_email__" data-cfemail="${cloudflare("ann@acme.de")}">[email&#160;protected]</span>`,
    ],
    [
      "by Cloudflare in a link",
      `<a href="/cdn-cgi/l/email-protection#${cloudflare("ann@acme.de")}"><span>[email protected]</span></a>`,
    ],
    ["in a link turned by thirteen letters", `<a href="${rot13("mailto:ann@acme.de")}">${rot13("ann@acme.de")}</a>`],
    ["in a link as TYPO3 shifts it", `<a href="javascript:linkTo_UnCryptMailto('nbjmup+booAbdnf\\/ef');">mail</a>`],
    ["in percent signs", `<a href="mailto:%61nn%40acme.de">mail</a>`],
    ["in pieces of a link's handler", `<a href="#" onclick="location.href='mai'+'lto:'+'ann'+'@'+'acme.de'">mail</a>`],
    ["backwards by style", `<span style="unicode-bidi:bidi-override; direction: rtl">ed.emca@nna</span>`],
    [
      "backwards by class",
      `<style>.r { direction: rtl; unicode-bidi: bidi-override }</style><span class="r">ed.emca@nna</span>`,
    ],
    ["backwards by element", `<bdo dir="rtl">ed.emca@nna</bdo>`],
    ["backwards in text", "ed.emca@nna"],
    ["in pieces of elements", "<span>ann</span><span>@</span><span>acme</span><span>.de</span>"],
    ["by a comment within", "an<!-- no -->n@ac<!-- -->me.de"],
    ["by soft hyphens and joiners", "an&shy;n@&#8203;acme.&zwnj;de"],
    ["by an invisible decoy", `ann<span style="display:none">no-spam</span>@<b>acme</b>.de`],
    [
      "by a decoy that a class hides",
      `<style>.decoy, #x { display: none !important; }</style>ann@<i class="decoy">spam.</i>acme.de`,
    ],
    ["in two attributes", `<a data-user="ann" data-domain="acme.de">write to me</a>`],
    ["in three attributes", `<a data-name="ann" data-domain="acme" data-tld="de"></a>`],
    ["in an attribute backwards", `<span data-email="ed.emca@nna"></span>`],
    ["in an attribute in Base64", `<span data-email="${Buffer.from("ann@acme.de").toString("base64")}"></span>`],
    [
      "in what a script writes",
      `<script>document.write('<a href="mailto:' + 'ann' + '@' + 'acme.de' + '">' + 'ann' + '@' + 'acme.de</a>');</script>`,
    ],
    [
      "in the variables of a script",
      `<script>var u = "ann"; var d = "acme" + ".de"; document.write(u + "@" + d);</script>`,
    ],
    [
      "in the character codes of a script",
      `<script>document.write(String.fromCharCode(97,110,110,64,97,99,109,101,46,100,101))</script>`,
    ],
    ["in a script that turns it round", `<script>document.write("ed.emca@nna".split("").reverse().join(""))</script>`],
    ["in the picture's words", `<img src="m.png" alt="ann@acme.de">`],
  ])("is found %s", (_, html) => {
    expect(addresses(`<p>${html}</p>`)).toEqual(["ann@acme.de"]);
  });

  test("isn't searched for in what scripts compute", () => {
    expect(addresses(`<script>document.write(decrypt("ann@acme.de"))</script>`)).toEqual([]);
  });

  test("in an invisible trap is skipped", () => {
    expect(
      addresses(`<div style="display: none">trap@acme.de</div><p hidden>trap@acme.de</p><p>ann@acme.de</p>`),
    ).toEqual(["ann@acme.de"]);
  });

  test("is found next to a file name, an example or a key", () => {
    expect(
      addresses(
        "<p>logo@2x.png hero@3x.webp you@example.com 0123456789abcdef0123456789abcdef@sentry.io ann@acme.de</p>",
      ),
    ).toEqual(["ann@acme.de"]);
  });
});
