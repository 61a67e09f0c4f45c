import type { Settings } from "#shared/contract/settings.ts";

export interface RescoreState {
  /** Incremented by every change of rules or threshold. */
  wanted: number;
  /** The last version that every lead was scored with. */
  done: number;
  /** The version in progress; `cursor` is the last lead it reached. */
  running: number | null;
  cursor: string | null;
  /** The rules every lead was scored with in version `done`; null when unknown. */
  doneRules: string | null;
}

export interface SettingsStore {
  /** Only saved settings; defaults come from the contract. */
  read(): Promise<Partial<Settings>>;
  /** Changing the threshold marks all scores as stale. */
  write(patch: Partial<Settings>): Promise<void>;
  rescoreState(): Promise<RescoreState>;
  /**
   * Records that a UTC day (2026-05-01) has begun. The first call of a day marks all scores as stale and returns true
   * if an active rule's points decay with a lead's age.
   */
  beginDay(day: string): Promise<boolean>;
  writeRescoreState(
    state: Pick<RescoreState, "done" | "running" | "cursor"> & Partial<Pick<RescoreState, "doneRules">>,
  ): Promise<void>;
}
