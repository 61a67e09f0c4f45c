/**
 * Whether the X-Robots-Tag header asks not to follow the page's links. A robot's name scopes the directives after it,
 * as in `unavailable_after: …, otherbot: noindex, nofollow`.
 */
export function asksNotToFollow(header: string): boolean {
  let isForUs = true;
  for (const part of header.toLowerCase().split(",")) {
    const named = /^\s*([\w.-]+)\s*:\s*(.*)$/u.exec(part);
    const [, name = "", rest = ""] = named ?? [];
    // These directives take a value, so the text before their colon is not a robot's name.
    if (named !== null && !/^(?:unavailable_after|max-(?:snippet|image-preview|video-preview))$/u.test(name)) {
      isForUs = name === "winnow";
    }
    const directive = named === null ? part.trim() : rest.trim();
    if (isForUs && (directive === "nofollow" || directive === "none")) return true;
  }
  return false;
}
