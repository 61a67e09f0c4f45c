/** Downloads a file that the page made or fetched. */
export function saveAs(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The download has its own hold on the blob once it has begun, which is after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
