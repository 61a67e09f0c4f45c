import { useState } from "react";

interface Mark {
  id: string;
  /** Its position; when it is removed, the message that takes its place becomes current. */
  index: number;
}

/** The message that shortcuts act on; initially the first. */
export function useCurrentEmail<T extends { id: string }>(
  emails: readonly T[],
): { current: T | undefined; mark: (id: string) => void; move: (by: number) => void } {
  const [marked, setMarked] = useState<Mark | null>(null);
  const at = emails.findIndex(({ id }) => id === marked?.id);
  const place = at >= 0 ? at : Math.min(marked?.index ?? 0, emails.length - 1);
  if (marked !== null && at >= 0 && at !== marked.index) setMarked({ ...marked, index: at });
  const markAt = (index: number): void => {
    const email = emails[index];
    if (email !== undefined) setMarked({ id: email.id, index });
  };
  return {
    current: emails[place],
    mark: (id) => markAt(emails.findIndex((email) => email.id === id)),
    move: (by) => markAt(Math.min(Math.max(place + by, 0), emails.length - 1)),
  };
}
