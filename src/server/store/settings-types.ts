import type { Settings } from "#shared/contract/settings.ts";

export interface RescoreState {
  /** Raised by every change of rules or threshold. */
  wanted: number;
  /** The last version every lead was scored with. */
  done: number;
  /** The version under way, and the last lead it reached. */
  running: number | null;
  cursor: string | null;
  /** By what rules every lead was scored with the version that is done; null when that is not known. */
  doneRules: string | null;
}

export interface SettingsStore {
  /** Only what was ever saved; defaults are the contract's. */
  read(): Promise<Partial<Settings>>;
  /** A threshold among them marks all scores as stale. */
  write(patch: Partial<Settings>): Promise<void>;
  rescoreState(): Promise<RescoreState>;
  /**
   * Notes that a UTC day (2026-05-01) has begun. The first to say so marks all scores as stale where an active rule
   * fades with a lead's age: then it answers true.
   */
  beginDay(day: string): Promise<boolean>;
  writeRescoreState(
    state: Pick<RescoreState, "done" | "running" | "cursor"> & Partial<Pick<RescoreState, "doneRules">>,
  ): Promise<void>;
}
