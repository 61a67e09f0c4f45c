import { initials } from "#web/format/initials.ts";

/** Initials in a circle; decorative, as the name is next to it. */
export function Avatar({ name }: { name: string | null | undefined }) {
  return (
    <span
      aria-hidden
      className="inline-flex size-8 shrink-0 items-center justify-center overflow-hidden rounded-full bg-accent-soft text-xs font-semibold text-link select-none"
    >
      {initials(name)}
    </span>
  );
}
