const MOST_REMEMBERED = 4_000;
const LONGEST_REMEMBERED = 120;
/** Addresses and numbers differ from page to page: to remember what holds one costs more than it saves. */
const HOLDS_CONTACT = /@|\d{3}/u;

/**
 * The same reading with its latest answers kept: menus, titles and footers come again on every page of a site. `read`
 * must depend on the text alone.
 */
export function remembering<Answer>(read: (text: string) => Answer): (text: string) => Answer {
  let answers = new Map<string, Answer>();
  return (text) => {
    if (text.length > LONGEST_REMEMBERED || HOLDS_CONTACT.test(text)) return read(text);
    const known = answers.get(text);
    if (known !== undefined) return known;
    const answer = read(text);
    if (answers.size >= MOST_REMEMBERED) answers = new Map();
    // A piece of a page keeps the whole page in memory as long as it is kept itself; a copy does not.
    answers.set(detached(text), detached(answer));
    return answer;
  };
}

/** The same value, holding on to no larger text that its texts were cut out of. */
export function detached<Value>(value: Value): Value {
  const isText = typeof value === "string" || (typeof value === "object" && value !== null);
  return isText ? (JSON.parse(JSON.stringify(value)) as Value) : value;
}
