/** Rows under their heads, in columns; the last column is as long as it likes. */
export function toTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, ...rows].map((cells) => cells.map(plain))
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

/** Names and what belongs to them, one a line. */
export function toList(pairs: readonly (readonly [name: string, text: string])[]): string {
  const width = Math.max(...pairs.map(([name]) => name.length))
  return pairs.map(([name, text]) => `${name.padEnd(width)}  ${plain(text)}`.trimEnd()).join('\n')
}

/** A time as an operator reads it. */
export function toTime(ms: number): string {
  return new Date(ms).toISOString().replace('T', ' ').slice(0, 19)
}

// What people typed must not steer the terminal of the operator.
function plain(text: string): string {
  return text.replaceAll(/\p{C}/gu, '?')
}
