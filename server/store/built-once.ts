import type { Compilable, CompiledQuery } from 'kysely'
import type { Queries } from './database.ts'

/** Stands for a value while a statement is built. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * Returns a statement that is built at its first run, for joins that take longer to build than to run.
 * `build` must use its values as they are, and not look at them.
 */
export function builtOnce<Values extends object, Row>(
  query: Queries,
  build: (values: Values) => Compilable<Row>,
): (values: Values) => Promise<Row | undefined> {
  let built: CompiledQuery<Row> | undefined
  return async (values) => {
    const given: ReadonlyMap<string, unknown> = new Map(Object.entries(values))
    built ??= build(placeholdersFor(given.keys()) as Values).compile()
    const parameters = built.parameters.map((value) =>
      value instanceof Placeholder ? given.get(value.name) : value,
    )
    const { rows } = await query.executeQuery<Row>({ ...built, parameters })
    return rows[0]
  }
}

function placeholdersFor(names: Iterable<string>): Record<string, Placeholder> {
  return Object.fromEntries(Array.from(names, (name) => [name, new Placeholder(name)]))
}
