import { acting, type Sight } from "#server/platform/acting.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { SightedSql } from "#server/db/sight/sighted-sql.ts";
import type { Work } from "#server/db/engine/sql.ts";

/**
 * Limits each query on behalf of an account that sees only some leads (`acting().sight`) to the rows it sees.
 * Transactions aren't limited: they write by the ids of what was read.
 */
export function sightedEngine(engine: Engine): Engine {
  const limited = <T>(work: () => Work<T>): (() => Work<T>) => {
    const { sight } = acting();
    return sight === undefined ? work : () => withinSight(work(), sight);
  };
  return {
    ...engine,
    run: (work, options) => engine.run(limited(work), options),
    read: (work) => engine.read(limited(work)),
  };
}

function* withinSight<T>(work: Work<T>, sight: Sight): Work<T> {
  let step = work.next();
  while (step.done !== true) {
    const asked = step.value;
    step = work.next(yield "ask" in asked ? asked : { ...asked, query: new SightedSql(asked.query, sight) });
  }
  return step.value;
}
