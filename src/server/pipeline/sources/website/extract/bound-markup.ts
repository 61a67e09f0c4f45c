/** Limits that no real page exceeds; beyond them the parser's time grows quadratically. */
const DEEPEST = 500;
const MOST_TAGS = 150_000;
const MOST_CHARACTERS = 3_000_000;

/** These have no or an optional end tag, and nest only inside tags that count (HTML Standard, 13.1.2). */
const SHALLOW = new Set(
  `area base basefont bgsound br col embed frame hr img image input keygen link meta param source track wbr
  p li dt dd tr td th thead tbody tfoot option optgroup`.split(/\s+/u),
);

const TAG = /<(\/?)([a-z][^\s/>]*)/giu;

/**
 * Reduces a page to what can be parsed in linear time: drops tags nested deeper than any real page, keeping their text,
 * and cuts the page off after its 150,000th tag. Ordinary pages are returned unchanged.
 */
export function boundMarkup(html: string): string {
  const bounded = html.length > MOST_CHARACTERS ? html.slice(0, MOST_CHARACTERS) : html;
  return bounded.split("<", DEEPEST + 1).length <= DEEPEST ? bounded : withoutDeepTags(bounded);
}

function withoutDeepTags(html: string): string {
  let kept = "";
  let from = 0;
  let depth = 0;
  let tags = 0;
  for (const { 0: tag, 1: slash, 2: name = "", index } of html.matchAll(TAG)) {
    if (++tags > MOST_TAGS) return kept + html.slice(from, index);
    if (SHALLOW.has(name.toLowerCase())) continue;
    if (slash !== "") depth = Math.max(0, depth - 1);
    const isDeep = depth > DEEPEST;
    if (slash === "") depth++;
    if (!isDeep) continue;
    const end = html.indexOf(">", index + tag.length);
    if (end < 0) return kept + html.slice(from, index);
    // A line break keeps the texts around a dropped tag from running together.
    kept += `${html.slice(from, index)}<br>`;
    from = end + 1;
  }
  return from === 0 ? html : kept + html.slice(from);
}
