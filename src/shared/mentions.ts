import { usernameKey } from "#shared/username-key.ts";

/** A mention in a text: the person, and where "@username" begins and ends. */
export interface Mention<P> {
  person: P;
  start: number;
  end: number;
}

/** An @ within an email address mentions nobody. */
const AT = /(?<![\p{L}\p{N}_.+-])@/gu;
const IS_PART_OF_NAME = /^(?:[\p{L}\p{N}_]|[.@+-][\p{L}\p{N}_])/u;

/** The people mentioned in a text, in its order. Usernames may contain spaces, so the longest one that fits counts. */
export function mentionsIn<P extends { username: string }>(text: string, people: readonly P[]): Mention<P>[] {
  const longestFirst = people.toSorted((one, other) => other.username.length - one.username.length);
  const found: Mention<P>[] = [];
  for (const { index } of text.matchAll(AT)) {
    const start = index + 1;
    const person = longestFirst.find(({ username }) => {
      const end = start + username.length;
      return (
        usernameKey(text.slice(start, end)) === usernameKey(username) && !IS_PART_OF_NAME.test(text.slice(end, end + 2))
      );
    });
    if (person !== undefined) found.push({ person, start: index, end: start + person.username.length });
  }
  return found;
}

const SUGGESTIONS = 5;

/** Whom the @ that is being typed may mean, and where it is: the people whose names begin with what follows. */
export function peopleToMention<P extends { username: string; isActive: boolean }>(
  typed: string,
  people: readonly P[],
): { start: number; people: P[] } {
  const start = [...typed.matchAll(AT)].at(-1)?.index ?? -1;
  if (start === -1) return { start, people: [] };
  const begun = typed.slice(start + 1).toLowerCase();
  const fitting = people.filter(({ username, isActive }) => {
    const name = username.toLowerCase();
    return isActive && name.startsWith(begun) && name !== begun;
  });
  return { start, people: fitting.slice(0, SUGGESTIONS) };
}
