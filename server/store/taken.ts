// Constraint of a unique index or a primary key, as SQLite numbers them, and PostgreSQL.
const takenCodes: readonly unknown[] = [2067, 1555, '23505']

/** Whether a statement failed because another row has the value already. */
export function isTaken(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return takenCodes.includes(code) || takenCodes.includes(errcode)
}
