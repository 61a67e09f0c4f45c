/** What a page asks of robots. */
export interface RobotsDirectives {
  /** Take nothing from it. */
  noindex: boolean;
  /** Do not follow its links. */
  nofollow: boolean;
}

/**
 * Reads X-Robots-Tag, where a directive may be for one robot only: `unavailable_after: …, otherbot: noindex, nofollow`.
 * A robot's name holds for what follows it.
 */
export function robotsDirectives(header: string): RobotsDirectives {
  const found = { noindex: false, nofollow: false };
  if (header === "") return found;
  let isForUs = true;
  for (const part of header.toLowerCase().split(",")) {
    const named = /^\s*([\w.-]+)\s*:\s*(.*)$/u.exec(part);
    const [, name = "", rest = ""] = named ?? [];
    // These directives have a value, so what is before their colon is no robot.
    if (named !== null && !/^(?:unavailable_after|max-(?:snippet|image-preview|video-preview))$/u.test(name)) {
      isForUs = name === "winnow";
    }
    const directive = named === null ? part.trim() : rest.trim();
    if (!isForUs) continue;
    if (directive === "noindex" || directive === "none") found.noindex = true;
    if (directive === "nofollow" || directive === "none") found.nofollow = true;
  }
  return found;
}
