import { learn, type Lesson } from "#server/learning/learn.ts";
import { answerAsked } from "#server/platform/thread.ts";
import { isLookedForBy } from "#server/workflows/learning/is-looked-for.ts";
import type { LearningTask } from "#server/workflows/learning/learning-thread.ts";
import { isOrdinaryWord } from "#server/workflows/learning/ordinary-word.ts";

answerAsked((task: LearningTask): Lesson =>
  learn({ ...task, isOrdinary: isOrdinaryWord, isLookedFor: isLookedForBy(task.rules) }),
);
