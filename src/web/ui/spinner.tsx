import { LoaderCircle } from "lucide-react";

/** Decorative; describe the work in text next to it. */
export function Spinner() {
  return <LoaderCircle aria-hidden className="size-4 shrink-0 animate-turn" />;
}
