/** Whether this is an IANA time zone name. Intl also accepts offsets such as "+02:00", which aren't zones. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/iu.test(name)) return false;
  try {
    return Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** The time zone of this machine or browser. */
export function ownTimeZone(): string {
  return Intl.DateTimeFormat("en").resolvedOptions().timeZone;
}
