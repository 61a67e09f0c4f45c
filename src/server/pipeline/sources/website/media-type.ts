const PAGES = new Set(["text/html", "application/xhtml+xml", "application/vnd.wap.xhtml+xml", ""]);
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^application\/pdf$/u, "a PDF document"],
  [/^image\//u, "an image"],
  [/^video\//u, "a video"],
  [/^audio\//u, "a sound file"],
  [/zip|compressed|x-tar|x-rar|x-7z/u, "an archive"],
  [/word|excel|powerpoint|officedocument|opendocument/u, "an office document"],
  [/json|xml|csv|calendar|javascript/u, "data, not a page"],
  [/^text\/plain$/u, "plain text, not a page"],
];

/**
 * Why a media type is not read as a page, for the user; null for HTML and for a missing type, where the content
 * decides.
 */
export function refuseMediaType(mediaType: string): string | null {
  if (PAGES.has(mediaType)) return null;
  const words = WORDS.find(([type]) => type.test(mediaType))?.[1] ?? `not a page (${mediaType.slice(0, 80)})`;
  return `It's ${words}.`;
}
