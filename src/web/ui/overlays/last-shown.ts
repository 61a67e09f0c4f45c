import { useState } from "react";

/** The last value that wasn't null, for a dialog's closing animation. */
export function useLastShown<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
