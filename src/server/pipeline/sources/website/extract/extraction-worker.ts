import { answerAsked } from "#server/platform/thread.ts";
import { extractPage, type PageInput } from "#server/pipeline/sources/website/extract/extract-page.ts";

// Sent as a string: copying it is faster than cloning many small objects, and it retains nothing of the page.
answerAsked((inputs: PageInput[]) => JSON.stringify(inputs.map(extractPage)));
