import { isVisible } from '#protocol/fields.ts'

/** Formats rows in columns, each with its head and what it says of a row. */
export function toTable<Row>(
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => string>>,
): string {
  const cells = rows.map((row) => Object.values(columns).map((read) => read(row)))
  const lines = [Object.keys(columns), ...cells].map((line) => line.map(printable))
  const widths = Object.keys(columns).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Formats rows as JSON if that is wanted, else in columns. */
export function toJsonOrTable<Row>(
  isJson: boolean,
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => string>>,
): string {
  return isJson ? JSON.stringify(rows, null, 2) : toTable(rows, columns)
}

/** Formats names and values, one pair a line. */
export function toList(pairs: readonly (readonly [name: string, text: string])[]): string {
  const width = Math.max(...pairs.map(([name]) => name.length))
  return pairs
    .map(([name, text]) => `${name.padEnd(width)}  ${printable(text)}`.trimEnd())
    .join('\n')
}

/**
 * Escapes what nobody sees, as JSON does: texts of users must not control a terminal, turn its lines or look
 * like others. Joiners of Persian, Indic languages and emoji stay.
 */
export function toPrintable(text: string): string {
  return text.replaceAll(/[^\n\t]+/g, (part) => (isVisible(part) ? part : escapeUnseen(part)))
}

function escapeUnseen(text: string): string {
  return text.replaceAll(/[\p{C}\p{DI}\p{Zl}\p{Zp}\u2800\ufffc]/gu, (unseen) =>
    unseen.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )
}

/** Formats a time in UTC. */
export function toTime(ms: number): string {
  return new Date(ms).toISOString().replace('T', ' ').slice(0, 19)
}

// One column for each, which an escape would not be.
function printable(text: string): string {
  return text.replaceAll(/\p{C}/gu, '?')
}
