/** Whether this is an IANA time zone name. Intl also accepts offsets such as "+02:00", which aren't zones. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/iu.test(name)) return false;
  try {
    return Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** The time zone of this machine or browser; UTC if it has none with a name, as after an empty or mistyped TZ. */
export function ownTimeZone(): string {
  // V8 answers undefined or "Etc/Unknown" then, and refuses both.
  const { timeZone }: { timeZone?: string } = Intl.DateTimeFormat("en").resolvedOptions();
  return timeZone !== undefined && isTimeZone(timeZone) ? timeZone : "UTC";
}
