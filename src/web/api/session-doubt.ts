let ask: () => void = () => undefined;

/** Who is signed in was refused something, which may only mean that nobody is any more: whoever keeps that asks. */
export function doubtSession(): void {
  ask();
}

/** Says who asks. */
export function onSessionDoubt(listener: () => void): void {
  ask = listener;
}
