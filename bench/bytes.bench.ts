// What visitors download, compressed, beside the budgets that CI holds.
import { measureSizes } from '../scripts/lib/sizes.ts'
import { printTable } from './table.ts'

const kilo = (bytes: number): string => `${(bytes / 1024).toFixed(2)} KB`

printTable(
  'Bytes shipped',
  ['what', 'size', 'budget', 'of budget'],
  measureSizes().map(({ what, bytes, budget }) => [
    what,
    kilo(bytes),
    kilo(budget),
    (bytes / budget).toFixed(2),
  ]),
)
