import { LIMITS } from "#shared/limits.ts";
import { TypedField } from "#web/screens/leads/filters/typed-field.tsx";
import type { ViewProps } from "#web/screens/leads/leads-view.ts";

/** Minimum and maximum score. A reversed range is swapped. */
export function ScoreRange({ view: { minScore, maxScore }, change }: ViewProps) {
  const put = (one: number, other: number): void =>
    change({ minScore: Math.min(one, other), maxScore: Math.max(one, other) });
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">Score</legend>
      <div className="flex items-center gap-2">
        <ScoreField
          label="Minimum score"
          value={minScore}
          absent={LIMITS.score.min}
          onCommit={(score) => put(score, maxScore)}
        />
        <span className="text-muted">to</span>
        <ScoreField
          label="Maximum score"
          value={maxScore}
          absent={LIMITS.score.max}
          onCommit={(score) => put(minScore, score)}
        />
      </div>
    </fieldset>
  );
}

interface ScoreFieldProps {
  label: string;
  value: number;
  /** Value of a blank field. */
  absent: number;
  onCommit: (score: number) => void;
}

function ScoreField({ label, value, absent, onCommit }: ScoreFieldProps) {
  const { min, max } = LIMITS.score;
  return (
    <TypedField
      aria-label={label}
      inputMode="numeric"
      className="tabular-nums"
      maxLength={3}
      value={String(value)}
      onCommit={(text) => onCommit(/^\d+$/.test(text) ? Math.min(Math.max(Number(text), min), max) : absent)}
    />
  );
}
