import { History } from "lucide-react";
import { Link } from "react-router";
import { LIMITS } from "#shared/limits.ts";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { Card } from "#web/ui/card.tsx";

export function HistoryCard() {
  return (
    <Card title="History" description={`Undo changes for up to ${LIMITS.journal.undoDays} days.`}>
      <Link to={paths.history()} className={buttonClass("secondary")}>
        <History aria-hidden />
        Open history
      </Link>
    </Card>
  );
}
