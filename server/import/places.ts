import { at, isEmpty, isYes, textAt, timeAt, wordOf } from './fields.ts'
import { ImportError } from './import-error.ts'
import { toBase64 } from '../passwords/foreign/base64.ts'

/** Says yes for everybody. */
const YES = ':yes'
const part = /\{([^{}|]+?)(?:(==|\|)([^{}]*))?\}/g
const encodings = ['base64', 'hex', 'utf8'] as const

/** Places by fields of ours, which are tried in turn. */
export type PlaceMap = ReadonlyMap<string, readonly string[]>

/** Reads fields of a record from the places that `--map` names; the first that holds something counts. */
export type Places = ReturnType<typeof placesOf>

/** Returns the names in places, which are then taken; checks them. @throws ImportError */
export function namesIn(places: readonly string[]): string[] {
  for (const place of places) {
    for (const [, path, sign, encoding = ''] of place.matchAll(part)) {
      if (sign === '|' && !encodings.some((known) => known === encoding)) {
        throw new ImportError(
          `"{${path}|${encoding}}" in --map must end with one of ${encodings.join(', ')}.`,
        )
      }
    }
  }
  return places.flatMap((place) => place.split(/==|[+.{}|!]/))
}

/** Returns the columns of a table that a place reads. */
export function columnsIn(place: string): string[] {
  if (place === YES) return []
  if (place.includes('{')) return Array.from(place.matchAll(part), ([, path = '']) => path)
  return place.replace(/^!/, '').split('+')
}

/** Returns the reader of one record. */
export function placesOf(record: unknown, places: PlaceMap, yes: ReadonlySet<string>) {
  const first = <Value>(
    field: string,
    read: (place: string) => Value | undefined,
  ): Value | undefined => {
    for (const place of places.get(field) ?? []) {
      const found = read(place)
      if (found !== undefined) return found
    }
    return undefined
  }
  // What holds it under the name of the place itself, where that is put together.
  const holderOf = (place: string): unknown =>
    /^[^!]*[{+]/.test(place) ? { [place]: textIn(record, place) } : record
  const says = (place: string): boolean => {
    if (place.startsWith('!')) return !says(place.slice(1))
    const holder = holderOf(place)
    return place === YES || isYes(holder, place, yes) || (timeAt(holder, place) ?? 0) > 1e11
  }
  return {
    text: (field: string) => first(field, (place) => textIn(record, place)),
    /** Whether a place says yes, or holds a time at which it happened. */
    isTrue: (field: string) => (places.get(field) ?? []).some((place) => says(place)),
    time: (field: string) => first(field, (place) => timeAt(holderOf(place), place)),
    /** Whether what a place takes last is there, as in `{algorithm==bcrypt}{hash}` the hash of any algorithm. */
    hasLastPart: (field: string) =>
      (places.get(field) ?? []).some((place) => {
        const [, path] = [...place.matchAll(part)].findLast(([, , sign]) => sign !== '==') ?? []
        return path !== undefined && textAt(record, path) !== undefined
      }),
    /** Returns what a place holds, unless that says no. */
    value: (field: string) =>
      first(field, (place) => {
        const found = at(holderOf(place), place)
        return isEmpty(found) ? undefined : found
      }),
  }
}

// `a+b` is two texts, and `$2a${factor}$` a text with others in it.
function textIn(record: unknown, place: string): string | undefined {
  if (!place.includes('{')) {
    const texts = place.split('+').map((path) => textAt(record, path))
    return texts.filter((text) => text !== undefined).join(' ') || undefined
  }
  let isWhole = true
  const text = place.replaceAll(part, (_, path: string, sign?: string, word = '') => {
    if (sign === '==') {
      isWhole &&= wordOf(at(record, path)) === word
      return ''
    }
    const found = textAt(record, path)
    const value = found !== undefined && sign === '|' ? bytesIn(found, word) : found
    isWhole &&= value !== undefined
    return value ?? ''
  })
  return isWhole ? text : undefined
}

// Buffer would leave out what it cannot read, and the password never fit.
function bytesIn(text: string, encoding: string): string | undefined {
  const bare = encoding === 'hex' ? text.replace(/^(?:\\x|0x)/, '') : text
  if (encoding === 'hex' && !/^(?:[0-9a-f]{2})+$/i.test(bare)) return undefined
  if (encoding === 'base64' && !/^[\w+/-]+={0,2}$/.test(bare)) return undefined
  return toBase64(Buffer.from(bare, encoding as 'hex'))
}
