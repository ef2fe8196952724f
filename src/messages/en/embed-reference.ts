import { attributes, events } from '../../../widget/src/base/contract.ts'
import { parts, tokens } from '../../../widget/src/base/theme.ts'

type Descriptions<Table> = Record<keyof Table, string>

const withWords = [
  'providers',
  'providers-first',
  'popup',
  'lang',
  'theme',
  'presentation',
  'next',
  'autofocus',
  'pages',
  'verify-first',
  'ticket',
  'profile-key',
  'server',
  'redirect-uri',
  'state',
  'code-challenge',
  'telemetry',
  'captcha-side-slide',
  'shadow',
] as const satisfies readonly (keyof typeof attributes)[]

/** Descriptions for the tables of the reference. */
export interface EmbedReference {
  attributes: Descriptions<typeof attributes>
  /** Defaults of attributes, where they are given in words. */
  without: Record<(typeof withWords)[number], string>
  events: Descriptions<typeof events>
  tokens: Descriptions<typeof tokens>
  parts: Descriptions<typeof parts>
}

/** Descriptions in the reference of the element; the English ones stand in its own tables. */
export const embedReference: EmbedReference = {
  attributes: descriptionsOf(attributes),
  without: Object.fromEntries(
    withWords.map((name) => [name, attributes[name].without]),
  ) as EmbedReference['without'],
  events: descriptionsOf(events),
  tokens: descriptionsOf(tokens),
  parts,
}

function descriptionsOf<Table extends Readonly<Record<string, { about: string }>>>(
  table: Table,
): Descriptions<Table> {
  const pairs = Object.entries(table).map(([name, { about }]) => [name, about])
  return Object.fromEntries(pairs) as Descriptions<Table>
}
