import { useQuery } from "@tanstack/react-query";
import type { Availability } from "#shared/contract/assignment.ts";
import type { TeamMember } from "#shared/contract/user.ts";
import { LIMITS } from "#shared/limits.ts";
import { useAction } from "#web/actions/use-action.ts";
import { availabilityQuery, setAvailability } from "#web/api/assignment.ts";
import { useTeam } from "#web/api/leads/owners.ts";
import { Card } from "#web/ui/card.tsx";
import { LabeledDay, LabeledSelect } from "#web/ui/fields/labeled.tsx";

const NUMBERS = [1, 2, 3, 5, 10, 15, 20, 30, 50, 100, 200, 500];

/** How many leads people take a day, and when they are away. */
export function AvailabilityCard() {
  const team = useTeam().filter(({ isActive }) => isActive);
  const { data: all } = useQuery(availabilityQuery);
  if (all === undefined) return null;
  return (
    <Card flush title="Availability" description="Rules skip people who are away or have reached their daily limit.">
      <ul aria-label="Availability" className="border-t border-line">
        {team.map((person) => (
          <PersonItem
            key={person.id}
            person={person}
            known={
              all.find(({ accountId }) => accountId === person.id) ?? {
                accountId: person.id,
                perDay: null,
                awayFrom: null,
                awayTo: null,
              }
            }
          />
        ))}
      </ul>
    </Card>
  );
}

function PersonItem({ person, known }: { person: TeamMember; known: Availability }) {
  const saving = useAction(setAvailability);
  const { accountId: id, ...current } = known;
  const put = (change: Partial<typeof current>): Promise<boolean> =>
    saving.run(
      { params: { id }, body: { ...current, ...change } },
      {
        done: `Availability of ${person.username} updated`,
        failed: "Failed to update availability",
      },
    );
  const numbers = [...new Set([...NUMBERS, ...(known.perDay === null ? [] : [known.perDay])])];
  return (
    <li className="border-b border-line px-5 py-3 last:border-b-0 max-md:px-4">
      <fieldset
        aria-label={person.username}
        className="grid min-w-0 items-end gap-x-4 gap-y-2 sm:grid-cols-3 lg:grid-cols-4"
      >
        <bdi className="self-center truncate font-semibold sm:max-lg:col-span-3" title={person.username}>
          {person.username}
        </bdi>
        <LabeledSelect
          label="Leads per day"
          options={[
            { value: "", label: "No limit" },
            ...numbers
              .filter((number) => number <= LIMITS.assignment.capacity)
              .toSorted((a, b) => a - b)
              .map((number) => ({ value: String(number), label: String(number) })),
          ]}
          value={known.perDay === null ? "" : String(known.perDay)}
          onChange={({ target }) => void put({ perDay: target.value === "" ? null : Number(target.value) })}
        />
        <LabeledDay
          label="Away from"
          max={known.awayTo ?? undefined}
          value={known.awayFrom ?? ""}
          onCommit={(day) => void put({ awayFrom: day === "" ? null : day })}
        />
        <LabeledDay
          label="Last day away"
          min={known.awayFrom ?? undefined}
          value={known.awayTo ?? ""}
          onCommit={(day) => void put({ awayTo: day === "" ? null : day })}
        />
      </fieldset>
    </li>
  );
}
