/** Setup steps until the product runs automatically; true when done. */
export interface SetUp {
  source: boolean;
  rule: boolean;
  leads: boolean;
  report: boolean;
}

export interface Step {
  key: keyof SetUp;
  title: string;
  text: string;
}

/** In recommended order. */
export const STEPS: readonly Step[] = [
  { key: "source", title: "Connect a source", text: "A sheet, file, email, form or website." },
  { key: "rule", title: "Create a rule", text: "Score leads by the keywords that matter." },
  { key: "leads", title: "See scored leads", text: "Every score comes with its reasons." },
  { key: "report", title: "Send a report", text: "Get qualified leads by email." },
];

/** The first open step; undefined when all are done. */
export function nextStep(setUp: SetUp): Step | undefined {
  return STEPS.find(({ key }) => !setUp[key]);
}
