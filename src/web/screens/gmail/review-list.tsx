import { useEffect, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { EmailCorrection, ProcessedEmail } from "#shared/contract/mailbox.ts";
import { useIfSettled } from "#web/actions/use-if-settled.ts";
import { useMay } from "#web/api/use-may.ts";
import { useShortcut } from "#web/layout/shortcuts.ts";
import { withParameters } from "#web/paths.ts";
import { MESSAGE_PARAMETER, useMessageAddress } from "#web/screens/gmail/message-address.ts";
import { ReviewItem } from "#web/screens/gmail/review-item.tsx";
import { reviewLinkId } from "#web/screens/gmail/review-link.ts";
import { useCorrectEmail } from "#web/screens/gmail/use-correct-email.ts";

interface ReviewListProps {
  emails: readonly ProcessedEmail[];
  /** Called after the last decision, to move the focus. */
  onEmptied: () => void;
}

/** Messages to review, each decided with one key. */
export function ReviewList({ emails, onEmptied }: ReviewListProps) {
  const { current, mark, move } = useCurrentEmail(emails);
  const { correct } = useCorrectEmail();
  const ifSettled = useIfSettled({ rows: emails, nameOf: ({ subject, from }) => `“${subject || from}”` });
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const addressOf = useMessageAddress();
  const mayDecide = useMay("work");
  const followsFocus = useRef(false);
  const currentId = current?.id;

  useEffect(() => {
    if (!followsFocus.current || currentId === undefined) return;
    followsFocus.current = false;
    const link = document.getElementById(reviewLinkId(currentId));
    link?.focus({ preventScroll: true });
    link?.closest("li")?.scrollIntoView({ block: "nearest" });
  }, [currentId]);

  const go = (by: number): void => {
    followsFocus.current = true;
    move(by);
  };
  const decideNow = (email: ProcessedEmail, correction: EmailCorrection): void => {
    mark(email.id);
    followsFocus.current = true;
    if (emails.length === 1) onEmptied();
    if (query.has(MESSAGE_PARAMETER)) setQuery(withParameters({ [MESSAGE_PARAMETER]: null }), { replace: true });
    void correct(email, correction);
  };
  const decide = (email: ProcessedEmail, correction: EmailCorrection): void =>
    ifSettled(email.id, () => decideNow(email, correction));
  const decideCurrent = (correction: EmailCorrection): void => {
    // An open message is the current one.
    const open = query.get(MESSAGE_PARAMETER);
    const email = open === null ? current : emails.find(({ id }) => id === open);
    if (email !== undefined) decide(email, correction);
  };
  useShortcut("j", "Next email", () => go(1));
  useShortcut("k", "Previous email", () => go(-1));
  useShortcut("Enter", "Read the email", () => current !== undefined && void navigate(addressOf(current.id)));
  const deciding = { enabled: mayDecide, reach: "sheet" } as const;
  useShortcut("l", "Mark the email as a lead", () => decideCurrent("lead"), deciding);
  useShortcut("n", "Mark the email as not a lead", () => decideCurrent("not_lead"), deciding);

  return (
    <ul aria-label="Emails to review" className="border-t border-line">
      {emails.map((email) => (
        <ReviewItem
          key={email.id}
          email={email}
          isCurrent={email.id === currentId}
          mayDecide={mayDecide}
          onReach={() => mark(email.id)}
          onDecide={(correction) => decide(email, correction)}
        />
      ))}
    </ul>
  );
}

interface Mark {
  id: string;
  /** Its position; when it is removed, the message that takes its place becomes current. */
  index: number;
}

/** The message that shortcuts act on; initially the first. */
function useCurrentEmail<T extends { id: string }>(
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
