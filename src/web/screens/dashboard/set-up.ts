/** What a product needs before it does its work by itself, each true once it is there. */
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

/** In the order in which they make sense. */
export const STEPS: readonly Step[] = [
  { key: "source", title: "Connect a source", text: "A Google Sheet that leads are read from." },
  { key: "rule", title: "Write a rule", text: "Keywords that make a lead worth a call." },
  { key: "leads", title: "See scored leads", text: "Each with its score and the reasons for it." },
  { key: "report", title: "Send a report", text: "The qualified leads, by email." },
];

/** The first step that is still open; undefined when all are done. */
export function nextStep(setUp: SetUp): Step | undefined {
  return STEPS.find(({ key }) => !setUp[key]);
}
