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
