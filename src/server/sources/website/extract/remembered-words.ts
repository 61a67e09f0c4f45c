import { readCompanyName } from "#server/reading/company-name.ts";
import { readJobTitle } from "#server/reading/job-title.ts";
import { readPersonName } from "#server/reading/person-name.ts";
import { remembering } from "#server/sources/website/extract/remembering.ts";

// Menus, headings and job titles come again on every page, and each reader of a page asks for them anew.
export const personIn = remembering(readPersonName);
export const companyIn = remembering(readCompanyName);
export const jobIn = remembering(readJobTitle);
