/** 8 is "08:00". */
export function clockHour(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00`;
}

/** Select options from `min` to `max`, inclusive. */
export function clockHours({ min, max }: { min: number; max: number }): { value: string; label: string }[] {
  return Array.from({ length: max - min + 1 }, (_, index) => ({
    value: String(min + index),
    label: clockHour(min + index),
  }));
}
