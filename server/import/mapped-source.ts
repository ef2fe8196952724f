import { leftOver, wordOf } from './fields.ts'
import {
  refusedRow,
  type ForeignAccount,
  type Source,
  type SourceOptions,
} from './foreign-account.ts'
import { ImportError } from './import-error.ts'
import { namesIn, placesOf, type PlaceMap, type Places } from './places.ts'

/** Fields of ours, which are read from columns of the same names unless a map says from where. */
const fields =
  'external_id email email_verified mobile mobile_verified username name locale created_at blocked blocked_until state password_hash google github linked totp_secret lost_factor'.split(
    ' ',
  )

const closed =
  /(?:^|[_ ])(?:archived|banned|blocked|compromised|deactivated|deprovisioned|disabled|draft|frozen|inactive|limited|locked|locked_out|suspended)$/i

const open =
  /(?:^|[_ ])(?:activated|active|confirmed|enabled|initial|invited|pending|password_expired|provisioned|recovery|staged|unconfirmed|unverified|verified)$/i

const times = ['created_at', 'blocked_until']

/** Words for yes in files of one product. */
const usualYes = new Set(['true', '1'])

/** A source whose records a map can read. */
export interface MappedShape {
  /** Yields undefined for what is broken. */
  records(files: readonly string[], options: SourceOptions): AsyncIterable<unknown>
  /** Where the fields of its product are, as `--map` says it; without one, what was typed counts. */
  map?: string
  /** Names of further fields that are taken, or say nothing of the person. */
  taken?: string
  /** Returns what the map cannot say of a person, or why the record is none. */
  change?(record: object, options: SourceOptions): Partial<ForeignAccount> | 'skipped' | 'malformed'
}

/** Makes a source of records that a map reads; what is no record, or has no id, is rejected by its number. */
export function mappedSource({ records, map, taken = '', change }: MappedShape): Source {
  const own = map === undefined ? undefined : toPlaceMap(map.trim().split(/\s+/))
  return {
    isMapped: own === undefined,
    read: async function* readRows(files, options) {
      const places = own ?? withDefaults(options.map)
      const yes = own === undefined ? options.yes : usualYes
      const names = [...namesIn([...places.values()].flat()), ...taken.split(' ')]
      let number = 0
      for await (const record of records(files, options)) {
        number++
        const found = placesOf(record, places, yes)
        const id = found.text('external_id')
        const isRecord = typeof record === 'object' && record !== null
        const isDeleted = /(?:^|[_ ])deleted$/i.test(found.text('state') ?? '')
        const changed = !isRecord ? 'malformed' : isDeleted ? 'skipped' : change?.(record, options)
        const externalId = id ?? `#${number}`
        if (changed === 'skipped') yield refusedRow(externalId, 'skipped', 'no_person')
        else if (changed === 'malformed') yield refusedRow(externalId, 'rejected', 'malformed')
        else if (id === undefined) yield refusedRow(externalId, 'rejected', 'no_external_id')
        else {
          const account = { ...toAccount(found, options.now), ...changed, externalId }
          yield { account, ignored: leftOver(record, names) }
        }
      }
    },
  }
}

/** Reads pairs such as `email=user.address`; a field may come several times. @throws ImportError */
export function toPlaceMap(pairs: readonly string[]): Map<string, string[]> {
  const map = new Map<string, string[]>()
  for (const pair of pairs) {
    const [, field = '', place = ''] = /^([^=]+)=(.+)$/s.exec(pair) ?? []
    if (field === '') throw new ImportError(`--map is "${pair}", but must be field=path.`)
    if (!fields.includes(field)) {
      throw new ImportError(`--map knows no field "${field}"; there are: ${fields.join(', ')}.`)
    }
    map.set(field, [...(map.get(field) ?? []), place])
  }
  return map
}

function withDefaults(map: PlaceMap): PlaceMap {
  return new Map(fields.map((field) => [field, map.get(field) ?? [field]]))
}

function toAccount(
  { text, hasLastPart, isTrue, time, value }: Places,
  now: number,
): Omit<ForeignAccount, 'externalId'> {
  const state = text('state') ?? ''
  const unread = times.filter((field) => value(field) !== undefined && time(field) === undefined)
  const isUnknown = value('blocked') !== undefined && time('blocked') === undefined
  if (isUnknown && !isTrue('blocked')) unread.push('blocked')
  if (state !== '' && !closed.test(state) && !open.test(state)) unread.push('state')
  // What nobody can read may block: rather frozen than let in.
  const isUnread = unread.some((field) => field.startsWith('blocked'))
  const isBlocked =
    isTrue('blocked') || closed.test(state) || (time('blocked_until') ?? 0) > now || isUnread
  const address = text('email')
  const isVerified = isTrue('email_verified')
  return {
    emails: address === undefined ? [] : [{ address, isVerified, isPrimary: true }],
    mobile: isTrue('mobile_verified') ? text('mobile') : undefined,
    username: text('username'),
    name: text('name'),
    locale: text('locale'),
    createdAt: time('created_at'),
    state: isBlocked ? 'frozen' : 'active',
    // A hash of an algorithm that no place is for is counted as one of no form.
    hash: text('password_hash') ?? (hasLastPart('password_hash') ? 'no form' : undefined),
    linked: [
      ...['google', 'github'].map((provider) => ({ provider, sub: text(provider) ?? '' })),
      ...linkedTexts(value('linked')),
    ].filter(({ sub }) => sub !== ''),
    totpSeed: seedOf(text('totp_secret')),
    losesFactor: value('lost_factor') !== undefined,
    unread,
  }
}

// Texts such as `google:1129`.
function linkedTexts(value: unknown): ForeignAccount['linked'] {
  return (Array.isArray(value) ? value : typeof value === 'string' ? value.split('|') : []).map(
    (item) => {
      const [provider = '', ...sub] = wordOf(item).split(':')
      return { provider, sub: sub.join(':') }
    },
  )
}

// Some products keep the address that authenticator apps scan; of other codes than ours nothing is taken.
function seedOf(text: string | undefined): string | undefined {
  if (text?.startsWith('otpauth:') !== true) return text
  const { host, searchParams } = URL.parse(text) ?? new URL('otpauth://broken')
  const { digits = '6', period = '30', algorithm = 'SHA1' } = Object.fromEntries(searchParams)
  const isUsual = host === 'totp' && digits === '6' && period === '30' && algorithm === 'SHA1'
  return isUsual ? (searchParams.get('secret') ?? '') : ''
}
