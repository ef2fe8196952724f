import type { ForeignAccount } from './foreign-account.ts'

/**
 * Returns what an own field holds, by a path such as `emails.0.address`; `*` is the first item that has it,
 * and `*provider=google` the first of those whose field says so.
 */
export function at(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  // A name may contain a dot itself.
  if (!path.startsWith('*') && Object.hasOwn(value, path)) return Reflect.get(value, path)
  const [name = '', ...rest] = path.split('.')
  const next = rest.join('.')
  if (name.startsWith('*')) {
    const [key = '', wanted] = name.slice(1).split('=')
    return Object.values(value)
      .filter((item) => wanted === undefined || toWord(at(item, key)) === toWord(wanted))
      .map((item: unknown) => (next === '' ? item : at(item, next)))
      .find((item) => !isEmpty(item))
  }
  if (!Object.hasOwn(value, name)) return undefined
  const field: unknown = Reflect.get(value, name)
  return next === '' ? field : at(field, next)
}

/** Where MongoDB's exports keep a plain value. */
const wrapped = ['$oid', '$date', '$date.$numberLong', '$numberLong', '$numberInt', '$numberDouble']

/** Returns a text or number as text; undefined for an empty one. */
export function textAt(value: unknown, path: string): string | undefined {
  const held = at(value, path)
  const found =
    typeof held === 'object'
      ? wrapped.map((name) => at(held, name)).find((inner) => wordOf(inner ?? '') !== '')
      : held
  const text = Number.isFinite(found) ? String(found) : found
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined
}

/** Returns the items of an array; none for anything else. */
export function listAt(value: unknown, path: string): readonly unknown[] {
  const found = at(value, path)
  return Array.isArray(found) ? found : []
}

/** Returns the items of a text with `|` between. */
export function splitAt(value: unknown, path: string): string[] {
  const parts = (textAt(value, path) ?? '').split('|')
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** Returns whether a field says yes, as `true`, `1` or one of some texts. */
export function isYes(
  value: unknown,
  path: string,
  yes: ReadonlySet<string> = new Set(['true', '1']),
): boolean {
  return yes.has(wordOf(at(value, path)).trim().toLowerCase())
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A day; a time; a zone, which Go and mails write twice; and Go's reading of another clock. */
const written =
  /^(\d{4}-\d\d-\d\d)(?:[T ]([\d:.]{5,18})\s?(?:UTC|GMT)?(?:(Z|[+-]\d\d(?::?\d\d)?)(?: \(?[+\w-]{3,5}\)?)?(?: m=\S+)?)?)?$/

/** Returns a time in milliseconds; numbers are Unix times, texts without a zone are UTC. */
export function timeAt(value: unknown, path: string): number | undefined {
  const text = (textAt(value, path) ?? '')
    .replace(/^(\d{4})\/(\d\d)\/(\d\d)/, '$1-$2-$3')
    // RFC 2822
    .replace(
      /^(?:[A-Z][a-z]{2}, )?(\d\d?) ([A-Z][a-z]{2}) (\d{4})/,
      (_, day: string, month: string, year: string) =>
        [year, months.indexOf(month) + 1, day]
          .map((part) => String(part).padStart(2, '0'))
          .join('-'),
    )
  // PostgreSQL's word for a time without an end.
  if (text === 'infinity') return Infinity
  // Seconds have ten digits until the year 2286; parts of one 3, 6 or 9 more, and 18 are Microsoft's.
  const digits = /^(\d{9,16}|\d{19})(?:\.\d+)?$/.exec(text)?.[1]
  if (digits !== undefined) {
    return Math.round(Number(text) * 1000 ** (4 - Math.floor(digits.length / 3)))
  }
  const [, day, clock = '00:00:00', zone = 'Z'] = written.exec(text) ?? []
  if (day === undefined) return undefined
  // Of the 30th of February, Date would make a day of March.
  if (new Date(`${day}T00:00Z`).toJSON()?.slice(0, 10) !== day) return undefined
  const isShort = /^[+-]\d\d$/.test(zone)
  const time = Date.parse(`${day}T${clock}${isShort ? `${zone}:00` : zone}`)
  return Number.isNaN(time) ? undefined : time
}

/** Returns the names of fields that hold something and are not among those taken. */
export function leftOver(value: unknown, taken: readonly string[]): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
    .filter(([name, field]) => !taken.includes(name) && !isEmpty(field))
    .map(([name]) => name)
}

/** Returns whether a field holds nothing, or says no. */
export function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  const word = toWord(value)
  // MySQL writes no day as zeros.
  return /^(?:|undefined|null|false|0(?:\.0)?|f|no?|0000-00-00.*)$/.test(word)
}

/** Returns a plain value as text; empty for objects, whose texts a file may replace. */
export function wordOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? '' : String(value)
}

// Products write `google`, `Google`, `google.com` and `google-oauth2`.
function toWord(value: unknown): string {
  return wordOf(value)
    .trim()
    .toLowerCase()
    .replace(/(?:-oauth2|\.com)$/, '')
}

// Names of sign-in by the product itself.
const ownProviders = new Set(['auth0', 'credential', 'email', 'password', 'phone'])

/** Returns the accounts at providers that a list names, in our names of providers. */
export function linksAt(
  value: unknown,
  path: string,
  names: { provider: string; sub: string },
): ForeignAccount['linked'] {
  return listAt(value, path)
    .map((link) => ({
      provider: toWord(textAt(link, names.provider) ?? ''),
      sub: textAt(link, names.sub) ?? '',
    }))
    .filter(({ provider }) => !ownProviders.has(provider))
}
