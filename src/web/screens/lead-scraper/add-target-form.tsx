import { Plus } from "lucide-react";
import { useRef, type SubmitEvent, useState } from "react";
import { ScrapeTargetType, SCRAPE_TARGET_TYPES } from "#shared/contract/scrape-target.ts";
import { useAction } from "#web/actions/use-action.ts";
import { ApiError } from "#web/api/connection/api-error.ts";
import { createScrapeTarget } from "#web/api/scrape-targets.ts";
import { useDraft } from "#web/forms/draft-store.ts";
import { TYPE_OPTIONS, TYPE_WORDS } from "#web/screens/lead-scraper/target-types.ts";
import { Button } from "#web/ui/button.tsx";
import { SelectField, TextField } from "#web/ui/fields/fields.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";

const BLANK = { name: "", url: "", type: SCRAPE_TARGET_TYPES[0] as ScrapeTargetType };

function isTarget(stored: unknown): stored is typeof BLANK {
  if (typeof stored !== "object" || stored === null) return false;
  const { name, url, type } = { name: null, url: null, type: null, ...stored };
  return typeof name === "string" && typeof url === "string" && ScrapeTargetType.safeParse(type).success;
}

/** Adds a target with default settings. */
export function AddTargetForm() {
  const [typed, setTyped] = useDraft("scrape-target.new", isTarget, BLANK);
  const [complaints, setComplaints] = useState<Record<string, string>>({});
  const nameField = useRef<HTMLInputElement>(null);
  const urlField = useRef<HTMLInputElement>(null);
  const { run, isPending } = useAction(createScrapeTarget);

  const change = (part: Partial<typeof BLANK>): void => {
    setTyped({ ...typed, ...part });
    setComplaints({});
  };
  const add = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isPending) return;
    if (typed.name.trim() === "" || typed.url.trim() === "") {
      toast({ title: "Missing Information", description: "Please fill in all fields", variant: "destructive" });
      (typed.name.trim() === "" ? nameField : urlField).current?.focus();
      return;
    }
    await run(
      { body: typed },
      {
        done: "Scrape target added successfully",
        failed: "Failed to add scrape target",
        onDone: () => {
          setTyped(BLANK);
          nameField.current?.focus();
        },
        onFailed: (error) => {
          if (!(error instanceof ApiError)) return;
          setComplaints(Object.fromEntries(error.fields.map(({ field, message }) => [field, message])));
          if (error.fields.some(({ field }) => field === "url")) urlField.current?.focus();
        },
      },
    );
  };

  return (
    <form noValidate onSubmit={(event) => void add(event)} className="flex flex-col gap-4">
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_12rem]">
        <TextField
          label="Name"
          required
          error={complaints["name"]}
          ref={nameField}
          value={typed.name}
          onChange={({ target }) => change({ name: target.value })}
          placeholder="Chamber of commerce"
          autoComplete="off"
        />
        <TextField
          label="URL"
          required
          error={complaints["url"]}
          ref={urlField}
          value={typed.url}
          onChange={({ target }) => change({ url: target.value })}
          inputMode="url"
          placeholder="https://example.com/team"
          literal
        />
        <SelectField
          label="Type"
          required
          options={TYPE_OPTIONS}
          value={typed.type}
          onChange={({ target }) => change({ type: ScrapeTargetType.parse(target.value) })}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-60 text-sm text-muted">{TYPE_WORDS[typed.type].hint}</p>
        <Button type="submit" variant="primary" icon={<Plus aria-hidden />} busy={isPending} busyLabel="Adding...">
          Add target
        </Button>
      </div>
    </form>
  );
}
