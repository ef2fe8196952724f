/** Formats a table in columns. */
export function toTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, ...rows].map((cells) => cells.map(printable))
  const widths = heads.map((_, column) =>
    Math.max(...lines.map((cells) => cells[column]?.length ?? 0)),
  )
  return lines
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Formats names and values, one pair a line. */
export function toList(pairs: readonly (readonly [name: string, text: string])[]): string {
  const width = Math.max(...pairs.map(([name]) => name.length))
  return pairs
    .map(([name, text]) => `${name.padEnd(width)}  ${printable(text)}`.trimEnd())
    .join('\n')
}

/** Formats a time in UTC. */
export function toTime(ms: number): string {
  return new Date(ms).toISOString().replace('T', ' ').slice(0, 19)
}

// Text of users must not send control sequences to the terminal.
function printable(text: string): string {
  return text.replaceAll(/\p{C}/gu, '?')
}
