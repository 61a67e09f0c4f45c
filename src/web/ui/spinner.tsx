import { LoaderCircle } from "lucide-react";

/** A turning mark for work under way; decorative, so say in words beside it what is happening. */
export function Spinner() {
  return <LoaderCircle aria-hidden className="size-4 shrink-0 animate-turn" />;
}
