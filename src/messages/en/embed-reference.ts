import {
  accountAttributes,
  accountEvents,
  attributes,
  events,
} from '../../../widget/src/base/contract.ts'
import { accountParts, parts, tokens } from '../../../widget/src/base/theme.ts'

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

const withWordsOfAccount = [
  'sections',
  'path',
  'sign-in',
  'console',
] as const satisfies readonly (keyof typeof accountAttributes)[]

/** Descriptions for the tables of the reference. */
export interface EmbedReference {
  attributes: Descriptions<typeof attributes>
  /** Defaults of attributes, where they are given in words. */
  without: Record<(typeof withWords)[number], string>
  events: Descriptions<typeof events>
  tokens: Descriptions<typeof tokens>
  parts: Descriptions<typeof parts>
  /** Of `<passport-account>`. */
  account: {
    attributes: Descriptions<typeof accountAttributes>
    without: Record<(typeof withWordsOfAccount)[number], string>
    events: Descriptions<typeof accountEvents>
    parts: Descriptions<typeof accountParts>
  }
}

/** Descriptions in the reference of the element; the English ones stand in its own tables. */
export const embedReference: EmbedReference = {
  attributes: descriptionsOf(attributes),
  without: withoutOf(attributes, withWords),
  events: descriptionsOf(events),
  tokens: descriptionsOf(tokens),
  parts,
  account: {
    attributes: descriptionsOf(accountAttributes),
    without: withoutOf(accountAttributes, withWordsOfAccount),
    events: descriptionsOf(accountEvents),
    parts: accountParts,
  },
}

function withoutOf<Name extends string>(
  table: Readonly<Record<Name, { without: string }>>,
  names: readonly Name[],
): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, table[name].without])) as Record<
    Name,
    string
  >
}

function descriptionsOf<Table extends Readonly<Record<string, { about: string }>>>(
  table: Table,
): Descriptions<Table> {
  const pairs = Object.entries(table).map(([name, { about }]) => [name, about])
  return Object.fromEntries(pairs) as Descriptions<Table>
}
