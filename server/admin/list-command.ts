import type { Services } from '../services/services.ts'
import type { Command } from './command.ts'
import { toTable } from './format.ts'

/** Returns a command without arguments that prints a table; `columns` are as of `toTable`. */
export function listCommand<Row>({
  name,
  description,
  rows,
  columns,
}: Pick<Command, 'name' | 'description'> & {
  rows: (services: Services) => Promise<readonly Row[]>
  columns: Readonly<Record<string, (row: Row) => string>>
}): Command {
  return {
    name,
    usage: '',
    description,
    run: async (_input, { print, withServices }) => {
      print(toTable(await withServices(rows), columns))
    },
  }
}
