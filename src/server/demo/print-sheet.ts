import { sampleSheet } from "#server/demo/sample-sheet.ts";

// Prints the sample team's sheet as JSON, for the server that stands in for Google in the demo.
process.stdout.write(JSON.stringify(sampleSheet()));
