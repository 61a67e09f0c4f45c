/** A value with listeners to its changes. */
export interface Observable<Value> {
  readonly get: () => Value;
  readonly set: (next: Value) => void;
  /** Returns the function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
}

export function observable<Value>(initial: Value): Observable<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
