import { CircleAlert } from "lucide-react";
import { Button } from "#web/ui/button.tsx";

interface ErrorPanelProps {
  /** What did not work, such as "The leads could not be loaded." */
  title: string;
  /** The reason and what to do, as the server said it. */
  detail?: string;
  onRetry: () => void;
  retryLabel?: string;
  busy?: boolean;
}

/** Stands where content would, when it could not be loaded. */
export function ErrorPanel({ title, detail, onRetry, retryLabel = "Try again", busy = false }: ErrorPanelProps) {
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-12 text-center">
      <CircleAlert aria-hidden className="size-6 text-danger-ink" />
      <p className="mt-3 text-lg font-semibold">{title}</p>
      {detail !== undefined && <p className="mt-1 max-w-md text-pretty text-muted">{detail}</p>}
      <Button className="mt-5" busy={busy} onClick={onRetry}>
        {retryLabel}
      </Button>
    </div>
  );
}
