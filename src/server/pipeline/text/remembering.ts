const MOST_REMEMBERED = 10_000;
const LONGEST_REMEMBERED = 120;
/** Addresses and numbers differ from page to page, so caching texts that contain them costs more than it saves. */
const HOLDS_CONTACT = /@|\d{3}/u;

/**
 * Caches the results of `read`, since menus, titles and footers repeat on every page of a site. `read` must depend on
 * the text alone.
 */
export function remembering<Answer>(read: (text: string) => Answer): (text: string) => Answer {
  let answers = new Map<string, Answer>();
  return (text) => {
    if (text.length > LONGEST_REMEMBERED || HOLDS_CONTACT.test(text)) return read(text);
    const known = answers.get(text);
    if (known !== undefined) return known;
    const answer = read(text);
    if (answers.size >= MOST_REMEMBERED) answers = new Map();
    // A substring keeps its whole page in memory, so the cache stores copies.
    answers.set(detached(text), detached(answer));
    return answer;
  };
}

/** Copies a value so that its strings don't keep the larger text they were sliced from in memory. */
export function detached<Value>(value: Value): Value {
  const isText = typeof value === "string" || (typeof value === "object" && value !== null);
  return isText ? (JSON.parse(JSON.stringify(value)) as Value) : value;
}
