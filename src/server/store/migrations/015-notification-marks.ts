import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/store/migrations/dialect.ts";

function table({ key, endKeyed }: Dialect): string {
  return `
create table notification_marks (
  notification_id ${key} not null primary key
) ${endKeyed};
`;
}

/** Which notifications were read. */
export const notificationMarks: Migration = {
  name: "notification-marks",
  sqlite: table(SQLITE),
  postgres: table(POSTGRES),
};
