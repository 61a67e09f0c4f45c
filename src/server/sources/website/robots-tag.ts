/**
 * Whether an answer asks in its X-Robots-Tag that its links are not followed. A directive there may be for one robot
 * only, as in `unavailable_after: …, otherbot: noindex, nofollow`: a robot's name holds for what follows it.
 */
export function asksNotToFollow(header: string): boolean {
  let isForUs = true;
  for (const part of header.toLowerCase().split(",")) {
    const named = /^\s*([\w.-]+)\s*:\s*(.*)$/u.exec(part);
    const [, name = "", rest = ""] = named ?? [];
    // These directives have a value, so what is before their colon is no robot.
    if (named !== null && !/^(?:unavailable_after|max-(?:snippet|image-preview|video-preview))$/u.test(name)) {
      isForUs = name === "winnow";
    }
    const directive = named === null ? part.trim() : rest.trim();
    if (isForUs && (directive === "nofollow" || directive === "none")) return true;
  }
  return false;
}
