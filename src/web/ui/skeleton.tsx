import { classNames } from "#web/ui/class-names.ts";

/** A gray placeholder; set its height and width to match the content. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={classNames("block animate-breathe rounded-md bg-sunken", className)} />;
}

/** Announces to screen readers that something is loading. */
export function LoadingNote({ what }: { what: string }) {
  return (
    <output data-loading className="sr-only">
      Loading {what}
    </output>
  );
}
