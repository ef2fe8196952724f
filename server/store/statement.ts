import type { CompiledQuery } from 'kysely'
import type { Queries } from './database.ts'

/** Where a value goes in the text of a statement. */
class Slot {
  readonly path: readonly (string | number)[]

  constructor(path: readonly (string | number)[]) {
    this.path = path
  }
}

/**
 * A statement whose text is made once and filled in each time it runs: making it costs more than
 * running it. `build` sees stand-ins, so it may put values into the statement but not look at them;
 * lists among them may have any length, and each length has a text of its own. All else has the
 * same shape each time: no field that is only sometimes there.
 */
export function statement<Values extends object, Row>(
  build: (query: Queries, values: Values) => { compile(): CompiledQuery<Row> },
): (query: Queries, values: Values) => Promise<Row[]> {
  const texts = new WeakMap<object, Map<string, CompiledQuery<Row>>>()
  return async (query, values) => {
    const { adapter } = query.getExecutor()
    let ofDatabase = texts.get(adapter)
    if (ofDatabase === undefined) {
      ofDatabase = new Map()
      texts.set(adapter, ofDatabase)
    }
    const lengths = lengthsOf(values)
    let text = ofDatabase.get(lengths)
    if (text === undefined) {
      text = build(query, slotsFor(values, []) as Values).compile()
      ofDatabase.set(lengths, text)
    }
    const parameters = text.parameters.map((one) => (one instanceof Slot ? read(values, one) : one))
    const { rows } = await query.executeQuery<Row>({ ...text, parameters })
    return rows
  }
}

function lengthsOf(values: object): string {
  let lengths = ''
  for (const value of Object.values(values) as unknown[]) {
    if (Array.isArray(value)) lengths += `${value.length} `
  }
  return lengths
}

function slotsFor(value: unknown, path: readonly (string | number)[]): unknown {
  if (Array.isArray(value)) return value.map((one, at) => slotsFor(one, [...path, at]))
  if (typeof value !== 'object' || value === null) return new Slot(path)
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, slotsFor(one, [...path, name])]),
  )
}

function read(values: object, { path }: Slot): unknown {
  let value: unknown = values
  for (const step of path) value = (value as Record<string | number, unknown>)[step]
  return value
}
