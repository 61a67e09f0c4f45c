let ask: () => void = () => undefined;

/** A 401 may mean that the session has ended; the listener rechecks it. */
export function doubtSession(): void {
  ask();
}

export function onSessionDoubt(listener: () => void): void {
  ask = listener;
}
