import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { MISSING_INFO } from "#shared/lead-status.ts";
import { LIMITS } from "#shared/limits.ts";
import { rulesQuery } from "#web/api/rules.ts";
import { AddedFilter } from "#web/screens/leads/filters/added-filter.tsx";
import { sourceOptions } from "#web/screens/leads/filters/filter-options.ts";
import { Labelled } from "#web/ui/labelled.tsx";
import { ScoreRange } from "#web/screens/leads/filters/score-range.tsx";
import { TypedField } from "#web/screens/leads/filters/typed-field.tsx";
import { MISSING_WORDS } from "#web/screens/leads/lead-words.ts";
import type { LeadsView } from "#web/screens/leads/leads-view.ts";
import { useIsAtLeast } from "#web/ui/media.ts";
import { Select } from "#web/ui/select.tsx";

/** So many keywords are offered; one that is not can still be typed. */
const SUGGESTIONS = 500;

const MISSING_OPTIONS = [
  { value: "", label: "Any" },
  ...MISSING_INFO.map((value) => ({ value, label: MISSING_WORDS[value] })),
];

interface FilterPanelProps {
  view: LeadsView;
  change: (change: Partial<LeadsView>) => void;
}

/** Every filter that does not stand beside the search field. Each takes effect at once. */
export function FilterPanel({ view, change }: FilterPanelProps) {
  const isWide = useIsAtLeast("xl");
  return (
    <div className="flex flex-col gap-4">
      {!isWide && (
        <Labelled label="Source">
          {(id) => (
            <Select
              id={id}
              options={sourceOptions(view.source)}
              value={view.source}
              onChange={({ target }) => change({ source: target.value })}
            />
          )}
        </Labelled>
      )}
      <ScoreRange view={view} change={change} />
      <AddedFilter view={view} change={change} />
      <KeywordFilter view={view} change={change} />
      <Labelled label="Missing information">
        {(id) => (
          <Select
            id={id}
            options={MISSING_OPTIONS}
            value={view.missing}
            onChange={({ target }) => change({ missing: MISSING_INFO.find((one) => one === target.value) ?? "" })}
          />
        )}
      </Labelled>
    </div>
  );
}

function KeywordFilter({ view, change }: FilterPanelProps) {
  const { data: rules } = useQuery(rulesQuery);
  const listId = useId();
  const keywords = [...new Set(rules?.flatMap((rule) => rule.keywords))].toSorted((one, other) =>
    one.localeCompare(other),
  );
  return (
    <Labelled label="Keyword">
      {(id) => (
        <>
          <TypedField
            id={id}
            list={listId}
            dir="auto"
            autoComplete="off"
            placeholder="Matched by a rule"
            maxLength={LIMITS.rule.keywordLength}
            value={view.keyword}
            onCommit={(text) => change({ keyword: text.trim() })}
          />
          <datalist id={listId}>
            {keywords.slice(0, SUGGESTIONS).map((keyword) => (
              <option key={keyword}>{keyword}</option>
            ))}
          </datalist>
        </>
      )}
    </Labelled>
  );
}
