interface Mask {
  [field: string]: Mask;
}

/**
 * Keeps the fields that a partial response asks for: `sheets.properties,properties.title` or
 * `sheets(properties(title,hidden))` (https://developers.google.com/workspace/sheets/api/guides/field-masks).
 */
export function applyFieldMask(value: unknown, fields: string): unknown {
  return keep(value, readMask(fields));
}

function readMask(fields: string): Mask {
  let at = 0;
  const readList = (): Mask => {
    const mask: Mask = {};
    do {
      let inner = mask;
      for (const name of readPath().split(/[./]/u)) inner = inner[name] ??= {};
      if (fields[at] === "(") {
        at++;
        Object.assign(inner, readList());
        at++; // the closing bracket
      }
    } while (fields[at++] === ",");
    at--;
    return mask;
  };
  const readPath = (): string => {
    const path = /^[\w./*]+/u.exec(fields.slice(at))?.[0] ?? "";
    at += path.length;
    return path;
  };
  return readList();
}

function keep(value: unknown, mask: Mask): unknown {
  if (Object.keys(mask).length === 0) return value;
  if (Array.isArray(value)) return value.map((item) => keep(item, mask));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([field, inner]) => {
      const part = mask[field] ?? mask["*"];
      return part === undefined ? [] : [[field, keep(inner, part)]];
    }),
  );
}
