interface Switched {
  isActive: boolean;
  disabledAt: string | null;
}

/** Whether it is new, on, or off only because it failed: saving its settings then turns it on again. */
export function isMeantOn(destination: Switched | null): boolean {
  return destination === null || destination.isActive || destination.disabledAt !== null;
}
