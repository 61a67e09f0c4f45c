/** Whether this is the IANA name of a time zone; an offset such as "+02:00", which Intl takes too, names no place. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/iu.test(name)) return false;
  try {
    return Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** The zone of the clock that this runs by. */
export function ownTimeZone(): string {
  return Intl.DateTimeFormat("en").resolvedOptions().timeZone;
}
