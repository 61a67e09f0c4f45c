/** Shared text field styles. 16 px on touch, because iOS zooms into anything smaller. */
export const controlClass =
  "block w-full rounded-md border border-field bg-surface px-3 text-ink touch:text-lg " +
  "hover:border-muted disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-danger " +
  "focus-visible:outline-offset-0";
