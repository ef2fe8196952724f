import { CompiledQuery } from 'kysely'
import { openDatabase } from '../database.ts'
import { migrate } from '../migrate.ts'

/** A column that names a row of another table. */
export interface Reference {
  readonly column: string
  readonly table: string
  readonly key: string
}

/** What a table is made of, by the names that the migrations give. */
export interface TableShape {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  /** Columns of the primary key. */
  readonly key: readonly string[]
  readonly references: readonly Reference[]
}

interface Column {
  name: string
  type: string
  pk: number
}

/**
 * Returns all tables of this version, each after those that it refers to. They are read from an empty
 * database that the migrations made, so a new table needs no line anywhere else.
 */
export async function readTableShapes(): Promise<TableShape[]> {
  const database = openDatabase(':memory:')
  try {
    await migrate(database, Date.now)
    const query = database.query.withoutPlugins()
    const read = async <Row>(text: string): Promise<Row[]> =>
      (await query.executeQuery<Row>(CompiledQuery.raw(text))).rows
    const tables = await read<{ name: string }>(
      `select name from sqlite_master where type = 'table' order by name`,
    )
    const shapes: TableShape[] = []
    for (const { name } of tables) {
      const columns = await read<Column>(`pragma table_info("${name}")`)
      const references = await read<{ from: string; table: string; to: string }>(
        `pragma foreign_key_list("${name}")`,
      )
      const key = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk)
      if (key.length === 0) throw new Error(`${name} has no primary key, so it cannot be copied`)
      shapes.push({
        name,
        columns: columns.map((column) => ({ name: column.name, type: column.type })),
        key: key.map((column) => column.name),
        references: references.map(({ from, table, to }) => ({ column: from, table, key: to })),
      })
    }
    return inOrder(shapes)
  } finally {
    await database.close()
  }
}

function inOrder(shapes: readonly TableShape[]): TableShape[] {
  const ordered = new Set<TableShape>()
  const add = (shape: TableShape): void => {
    for (const { table } of shape.references) {
      const parent = shapes.find(({ name }) => name === table)
      if (parent !== undefined && parent !== shape) add(parent)
    }
    ordered.add(shape)
  }
  for (const shape of shapes) add(shape)
  return [...ordered]
}
