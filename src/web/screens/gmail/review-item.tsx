import { CircleCheck, CircleX } from "lucide-react";
import { Link } from "react-router";
import type { EmailCorrection, ProcessedEmail } from "#shared/contract/mailbox.ts";
import { reasonsOf } from "#web/format/email-reasons.ts";
import { useMessageAddress } from "#web/screens/gmail/message-address.ts";
import { reviewLinkId } from "#web/screens/gmail/review-link.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Confidence } from "#web/ui/leads/confidence.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";

interface ReviewItemProps {
  email: ProcessedEmail;
  isCurrent: boolean;
  mayDecide: boolean;
  onReach: () => void;
  onDecide: (correction: EmailCorrection) => void;
}

/** The essentials of a message, with both decision buttons. */
export function ReviewItem({ email, isCurrent, mayDecide, onReach, onDecide }: ReviewItemProps) {
  const { id, from, subject, excerpt, confidence, date } = email;
  const addressOf = useMessageAddress();
  const what = subject || `the email from ${from || "an unknown sender"}`;
  return (
    <li
      aria-current={isCurrent || undefined}
      className={classNames(
        "relative flex gap-x-6 gap-y-3 border-b border-line px-5 py-4 last:border-b-0 max-lg:flex-col max-md:px-4",
        isCurrent &&
          "bg-accent-soft before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-link forced-colors:before:bg-[Highlight]",
      )}
    >
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <Link
            dir="auto"
            id={reviewLinkId(id)}
            to={addressOf(id)}
            onFocus={onReach}
            className="min-w-0 text-left font-semibold wrap-anywhere hover:underline touch:leading-11"
          >
            {subject || "No subject"}
          </Link>
          <span className="text-sm whitespace-nowrap text-muted">
            <RelativeTime time={date} />
          </span>
        </p>
        <p className="truncate text-sm text-muted" title={from}>
          {from || "Unknown sender"}
        </p>
        {excerpt !== "" && (
          <p dir="auto" className="mt-1 line-clamp-2 max-w-prose text-left wrap-anywhere">
            {excerpt}
          </p>
        )}
        <p className="mt-1 text-sm wrap-anywhere">
          <span className="font-semibold">Why?</span> {reasonsOf(email).join(" · ")}
        </p>
      </div>
      <div className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 lg:flex-col lg:items-end lg:justify-between">
        <span className="text-sm max-lg:order-last max-lg:ml-auto">
          <Confidence value={confidence} />
        </span>
        {mayDecide && (
          <div className="flex flex-wrap gap-2">
            <Button size="small" icon={<CircleCheck aria-hidden />} onFocus={onReach} onClick={() => onDecide("lead")}>
              <span>
                Lead<span className="sr-only">, {what}</span>
              </span>
              <KeyHint keys="l" />
            </Button>
            <Button size="small" icon={<CircleX aria-hidden />} onFocus={onReach} onClick={() => onDecide("not_lead")}>
              <span>
                Not a lead<span className="sr-only">, {what}</span>
              </span>
              <KeyHint keys="n" />
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}

/** Hidden on touch devices. */
function KeyHint({ keys }: { keys: string }) {
  return (
    <span aria-hidden className="touch:hidden">
      <Kbd keys={keys} />
    </span>
  );
}
