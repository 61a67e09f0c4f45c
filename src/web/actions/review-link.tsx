import { useQuery } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { Link } from "react-router";
import { reviewQueueQuery } from "#web/api/leads/review.ts";
import { useMay } from "#web/api/use-may.ts";
import { formatTotal } from "#web/format/number.ts";
import { paths } from "#web/paths.ts";
import { buttonClass, type ButtonSize } from "#web/ui/button-class.ts";
import { classNames } from "#web/ui/class-names.ts";

interface ReviewLinkProps {
  /** Query string that keeps the list's filters. */
  search?: string;
  size?: ButtonSize;
}

/** Opens the review of qualified leads; hidden when there are none. */
export function ReviewLink({ search = "", size = "regular" }: ReviewLinkProps) {
  const mayDecide = useMay("work");
  const { data } = useQuery({ ...reviewQueueQuery(null), enabled: mayDecide });
  if (!mayDecide) return null;
  if (data === undefined || data.waiting === 0) return null;
  return (
    <Link
      to={paths.review(search)}
      state={{ openedHere: true }}
      className={classNames(buttonClass("secondary", size), "max-md:order-last")}
    >
      <ListChecks aria-hidden />
      <span>
        Review{" "}
        <span className="text-muted tabular-nums">{formatTotal({ count: data.waiting, exact: data.exact })}</span>
      </span>
    </Link>
  );
}
