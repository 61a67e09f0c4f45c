/** Work that runs once more when it is asked for while it runs. */
export interface AskedWork {
  ask(): void;
  /** Resolves when nothing runs and nothing was asked for. */
  ended(): Promise<void>;
}

/** Runs `work` when asked, never twice at a time; what was asked for meanwhile is done in one more run after it. */
export function runAgainWhenAsked(work: () => Promise<void>, onError: (error: unknown) => void): AskedWork {
  let isAsked = false;
  let running: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    while (isAsked) {
      isAsked = false;
      await work().catch(onError);
    }
    running = null;
  };
  return {
    ask() {
      isAsked = true;
      running ??= run();
    },
    async ended() {
      await running;
    },
  };
}
