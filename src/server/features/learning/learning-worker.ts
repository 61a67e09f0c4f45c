import { learn, type Lesson } from "#server/insight/learning/learn.ts";
import { answerAsked } from "#server/platform/thread.ts";
import { isLookedForBy } from "#server/features/learning/is-looked-for.ts";
import type { LearningTask } from "#server/features/learning/learning-thread.ts";
import { isOrdinaryWord } from "#server/features/learning/ordinary-word.ts";

answerAsked((task: LearningTask): Lesson =>
  learn({ ...task, isOrdinary: isOrdinaryWord, isLookedFor: isLookedForBy(task.rules) }),
);
