/** Downloads a file from memory. */
export function saveAs(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Revoked late: the download holds the blob only once it has started.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
