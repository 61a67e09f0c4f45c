import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { ADDRESS_QUALITIES, ADDRESS_QUALITY_WORDS } from "#shared/contract/leads/address-quality.ts";
import { MISSING_INFO } from "#shared/lead-status.ts";
import { LIMITS } from "#shared/limits.ts";
import { DUE_FILTER_WORDS, DUE_FILTERS } from "#web/format/due.ts";
import { useSeesOnlyOwn } from "#web/api/use-may.ts";
import { useTeam } from "#web/api/leads/owners.ts";
import { rulesQuery } from "#web/api/rules.ts";
import { sortOptionsFor } from "#web/screens/leads/columns/lead-columns.ts";
import { AddedFilter } from "#web/screens/leads/filters/added-filter.tsx";
import { FieldFilters } from "#web/screens/leads/filters/field-filters.tsx";
import { ownerOptions, sourceOptions } from "#web/screens/leads/filters/filter-options.ts";
import { Labeled, LabeledSelect } from "#web/ui/fields/labeled.tsx";
import { ScoreRange } from "#web/screens/leads/filters/score-range.tsx";
import { TypedField } from "#web/screens/leads/filters/typed-field.tsx";
import { MISSING_WORDS, STATUS_OPTIONS, statusOf } from "#web/screens/leads/lead-words.ts";
import { isSort, type ViewProps } from "#web/screens/leads/leads-view.ts";
import { useLeadFields } from "#web/screens/leads/use-listed-fields.ts";
import { useHasLeadPanel, useIsListWide } from "#web/screens/leads/lead-panel.ts";
import { useIsNarrow } from "#web/ui/media.ts";
import { TAG_MATCHES, type TagMatch } from "#shared/tags.ts";
import { TagPicker } from "#web/actions/tags/tag-picker.tsx";
import { tagsQuery } from "#web/api/leads/tags.ts";
import { Segments } from "#web/ui/segments.tsx";

/** Maximum suggested keywords; others can still be typed. */
const SUGGESTIONS = 500;

const MISSING_OPTIONS = [
  { value: "", label: "Any" },
  ...MISSING_INFO.map((value) => ({ value, label: MISSING_WORDS[value] })),
];

const ADDRESS_OPTIONS = [
  { value: "", label: "Any" },
  ...ADDRESS_QUALITIES.map((value) => ({ value, label: ADDRESS_QUALITY_WORDS[value] })),
];

const NEXT_STEP_OPTIONS = [
  { value: "", label: "Any" },
  ...DUE_FILTERS.map((value) => ({ value, label: DUE_FILTER_WORDS[value] })),
];

/** All filters that aren't next to the search field, and in narrow lists the sort order. They apply immediately. */
export function FilterPanel({ view, change }: ViewProps) {
  const isWide = useIsListWide();
  const hasPanel = useHasLeadPanel();
  const seesOnlyOwn = useSeesOnlyOwn();
  const team = useTeam();
  const fields = useLeadFields();
  const isNarrow = useIsNarrow();
  return (
    <div className="flex flex-col gap-4">
      {isNarrow && (
        <LabeledSelect
          label="Status"
          options={STATUS_OPTIONS}
          value={view.status}
          onChange={({ target }) => change({ status: statusOf(target.value), stage: "" })}
        />
      )}
      {(isNarrow || hasPanel) && (
        <LabeledSelect
          label="Sort by"
          options={sortOptionsFor(team.length > 0, fields)}
          value={view.sort}
          onChange={({ target }) => isSort(target.value) && change({ sort: target.value })}
        />
      )}
      {!isWide && (
        <LabeledSelect
          label="Source"
          options={sourceOptions(view.source)}
          value={view.source}
          onChange={({ target }) => change({ source: target.value })}
        />
      )}
      {(team.length > 0 || view.owner !== "") && (
        <LabeledSelect
          label="Owner"
          options={ownerOptions(seesOnlyOwn ? [] : team, view.owner)}
          value={view.owner}
          onChange={({ target }) => change({ owner: target.value })}
        />
      )}
      <ScoreRange view={view} change={change} />
      <AddedFilter view={view} change={change} />
      <LabeledSelect
        label="Next step"
        options={NEXT_STEP_OPTIONS}
        value={view.nextStep}
        onChange={({ target }) => change({ nextStep: DUE_FILTERS.find((one) => one === target.value) ?? "" })}
      />
      <TagFilter view={view} change={change} />
      <FieldFilters fields={fields} view={view} change={change} />
      <KeywordFilter view={view} change={change} />
      <LabeledSelect
        label="Email quality"
        options={ADDRESS_OPTIONS}
        value={view.addressQuality}
        onChange={({ target }) =>
          change({ addressQuality: ADDRESS_QUALITIES.find((one) => one === target.value) ?? "" })
        }
      />
      <LabeledSelect
        label="Missing information"
        options={MISSING_OPTIONS}
        value={view.missing}
        onChange={({ target }) => change({ missing: MISSING_INFO.find((one) => one === target.value) ?? "" })}
      />
    </div>
  );
}

function KeywordFilter({ view, change }: ViewProps) {
  const { data: rules } = useQuery(rulesQuery);
  const listId = useId();
  const keywords = [...new Set(rules?.flatMap((rule) => rule.keywords))].toSorted((one, other) =>
    one.localeCompare(other),
  );
  return (
    <Labeled label="Keyword">
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
    </Labeled>
  );
}

const WORDS: Record<TagMatch, string> = { any: "Any", all: "All", none: "None" };
const OPTIONS = TAG_MATCHES.map((value) => ({ value, label: WORDS[value] }));

/** Leads with any, all or none of some tags. */
function TagFilter({ view, change }: ViewProps) {
  const { data: tags = [] } = useQuery(tagsQuery);
  if (tags.length === 0 && view.tags.length === 0) return null;
  const chosen = tags.filter(({ id }) => view.tags.includes(id)).map(({ name }) => name);
  const toggle = (name: string, isOn: boolean): void => {
    const id = tags.find((tag) => tag.name === name)?.id;
    if (id === undefined || (isOn && view.tags.length >= LIMITS.tag.filtered)) return;
    change({ tags: isOn ? [...view.tags, id] : view.tags.filter((one) => one !== id) });
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">Tags</legend>
      <div className="flex flex-col gap-2">
        <TagPicker chosen={chosen} onToggle={toggle} />
        {view.tags.length > 0 && (
          <div className="flex items-center gap-2 text-sm">
            <span className="text-muted">Leads with</span>
            <Segments
              label="Tags to match"
              options={OPTIONS}
              value={view.tagMatch}
              onChange={(tagMatch) => change({ tagMatch })}
            />
          </div>
        )}
      </div>
    </fieldset>
  );
}
