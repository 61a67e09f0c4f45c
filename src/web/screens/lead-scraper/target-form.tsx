import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { type FieldErrors, type UseFormRegister, useWatch } from "react-hook-form";
import { type ScrapeTarget, type ScrapeTargetUpdate, SELECTOR_NAMES } from "#shared/contract/scrape-target.ts";
import { LIMITS } from "#shared/limits.ts";
import { RemoveDialog } from "#web/actions/remove-dialog.tsx";
import { useAction } from "#web/actions/use-action.ts";
import { deleteScrapeTarget, scraperFiguresQuery, updateScrapeTarget } from "#web/api/scrape-targets.ts";
import { useRecordForm } from "#web/forms/record-form.tsx";
import {
  SELECTOR_FIELDS,
  SELECTOR_WORDS,
  TargetFields,
  targetValues,
  type TargetValues,
} from "#web/screens/lead-scraper/target-fields.ts";
import { FREQUENCY_OPTIONS, TYPE_OPTIONS, TYPE_WORDS } from "#web/screens/lead-scraper/target-types.ts";
import { Button } from "#web/ui/button.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { SelectField, SwitchField, TextField } from "#web/ui/fields/fields.tsx";
import { useNow } from "#web/ui/now.ts";
import { SubmitActions } from "#web/ui/overlays/dialog.tsx";

const { maxPages, maxDepth } = LIMITS.scrapeTarget;

export function TargetForm({ target, onDone }: { target: ScrapeTarget; onDone: () => void }) {
  const { form, field, draft, concurrent } = useRecordForm({
    name: `scrape-target.${target.id}`,
    noun: "scrapeTarget",
    record: target,
    valuesOf: targetValues,
    schema: TargetFields,
  });
  const { register, handleSubmit, formState, control } = form;
  const { errors, isSubmitting } = formState;
  const { run } = useAction(updateScrapeTarget);
  const { data: figures } = useQuery(scraperFiguresQuery(useNow()));
  const [isDeleting, setDeleting] = useState(false);
  const type = useWatch({ control, name: "type" });

  const finish = (): void => {
    draft.clear();
    onDone();
  };
  const save = (change: ScrapeTargetUpdate): Promise<boolean> =>
    run(
      { params: { id: target.id }, body: { ...change, version: concurrent.version } },
      {
        done: "Scrape target updated successfully",
        failed: "Failed to update scrape target",
        onDone: finish,
        onFailed: (error) => concurrent.failed(error, SELECTOR_FIELDS),
      },
    );

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(save)(event)}>
      {draft.notice}
      <div className="flex flex-col gap-5">
        <TextField label="Name" required {...field("name")} autoComplete="off" />
        <TextField label="URL" required {...field("url")} inputMode="url" literal />
        <SelectField label="Type" required hint={TYPE_WORDS[type].hint} {...field("type")} options={TYPE_OPTIONS} />
        <SelectField label="Frequency" required {...field("scrapeFrequency")} options={FREQUENCY_OPTIONS} />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextField
            label="Page limit"
            required
            hint="Pages per run."
            {...field("maxPages")}
            type="number"
            min={maxPages.min}
            max={maxPages.max}
          />
          <TextField
            label="Depth limit"
            required
            hint="Links followed from the first page."
            {...field("maxDepth")}
            type="number"
            min={maxDepth.min}
            max={maxDepth.max}
          />
        </div>
        <SwitchField
          label="Active"
          hint="Inactive targets are scraped only when you click Scrape Now."
          {...register("isActive")}
        />
        <SwitchField
          label="Render JavaScript pages"
          hint={
            figures?.canRender === false
              ? "Unavailable: Chromium wasn't found on the server."
              : "Slower. Opens pages that need JavaScript in a browser on the server."
          }
          {...register("renderScripts")}
        />
        <SelectorFields register={register} errors={errors.selectors} isOpen={target.selectors !== null} />
      </div>
      {concurrent.notice}
      <SubmitActions label="Save changes" busy={isSubmitting} onCancel={onDone}>
        <Button variant="ghost" icon={<Trash2 aria-hidden />} onClick={() => setDeleting(true)} className="mr-auto">
          Delete target
        </Button>
      </SubmitActions>
      <RemoveDialog
        item={isDeleting ? target : null}
        mutation={deleteScrapeTarget}
        words={({ name }) => ({
          title: "Delete this scrape target?",
          description: (
            <>
              “<bdi>{name}</bdi>” and its run history are deleted. Its leads stay. You can undo this for 90 days.
            </>
          ),
          confirmLabel: "Delete target",
          done: "Scrape target deleted successfully",
          failed: "Failed to delete scrape target",
        })}
        onClose={() => setDeleting(false)}
        onRemoved={finish}
      />
    </form>
  );
}

interface SelectorFieldsProps {
  register: UseFormRegister<TargetValues>;
  errors: FieldErrors<TargetValues>["selectors"];
  isOpen: boolean;
}

/** CSS selectors for sites where automatic extraction fails. */
function SelectorFields({ register, errors, isOpen }: SelectorFieldsProps) {
  return (
    <Disclosure title="CSS selectors" open={isOpen || errors !== undefined}>
      <p className="mt-1 text-sm text-muted">Replace automatic detection. Each selector is applied within a record.</p>
      <div className="mt-4 flex flex-col gap-4">
        {SELECTOR_NAMES.map((selector) => (
          <TextField
            key={selector}
            label={SELECTOR_WORDS[selector]}
            error={errors?.[selector]?.message}
            {...register(`selectors.${selector}`)}
            placeholder={selector === "record" ? ".member" : ""}
            className="font-mono"
            literal
          />
        ))}
      </div>
    </Disclosure>
  );
}
