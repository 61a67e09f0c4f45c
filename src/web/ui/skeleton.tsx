import { classNames } from "#web/ui/class-names.ts";

/** A grey shape the size of what will replace it: give it height and width. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={classNames("block animate-breathe rounded-md bg-sunken", className)} />;
}

/** Says once, to those who do not see the shapes, that something is loading. */
export function LoadingNote({ what }: { what: string }) {
  return <output className="sr-only">Loading {what}</output>;
}
