import { answerAsked } from "#server/platform/thread.ts";
import { extractPage, type PageInput } from "#server/sources/website/extract/extract-page.ts";

// As text: it is copied faster than the many small objects of a reading are, and holds on to no page.
answerAsked((input: PageInput) => JSON.stringify(extractPage(input)));
