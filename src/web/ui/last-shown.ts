import { useState } from "react";

/** What a dialog that is closing goes on showing: the last value that was not null. */
export function useLastShown<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
