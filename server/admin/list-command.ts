import type { Services } from '../services/services.ts'
import type { Command, CommandInput, Tools } from './command.ts'
import { toJsonOrTable } from './format.ts'

/**
 * Returns a command that prints a table, or with `--json` its rows. `rows` reads the arguments before the
 * database is opened; `columns` are as of `toTable`.
 */
export function listCommand<Row>({
  rows,
  columns,
  ...named
}: Pick<Command, 'name' | 'usage' | 'description'> & {
  rows: (input: CommandInput, tools: Tools) => (services: Services) => Promise<readonly Row[]>
  columns: Readonly<Record<string, (row: Row) => string>>
}): Command {
  return {
    ...named,
    run: async (input, tools) => {
      const found = await rows(input, tools)(await tools.openServices())
      tools.print(toJsonOrTable(input.flags.json === true, found, columns))
    },
  }
}
