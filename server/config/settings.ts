import {
  array,
  coerce,
  create,
  define,
  enums,
  integer,
  max,
  min,
  nonempty,
  pattern,
  string,
} from 'superstruct'
import { isRange } from '../lib/address.ts'

/** One setting: how its text is read, what it is when it is not set, what is allowed. */
export interface Setting<Value> {
  /** @throws StructError for text that is not allowed. */
  readonly read: (text: string) => Value
  readonly fallback: Value
  readonly allowed: string
  readonly about: string
  /** What may be shown of its text; all of it where this is not given. */
  readonly show?: (text: string) => string
}

/** Marks a setting whose text is shown to nobody. */
export function hidden<Value>(setting: Setting<Value>): Setting<Value> {
  return { ...setting, show: () => '(hidden)' }
}

/** A whole number from `low` to `high`. */
export function count(fallback: number, low: number, high: number, about: string): Setting<number> {
  const fromText = coerce(integer(), string(), (value) =>
    /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN,
  )
  return {
    read: (text) => create(text, min(max(fromText, high), low)),
    fallback,
    allowed: `a whole number from ${low} to ${high}`,
    about,
  }
}

/** Text of any form, empty where it is not set. */
export function words(fallback: string, about: string): Setting<string> {
  return { read: (text) => create(text, nonempty(string())), fallback, allowed: 'some text', about }
}

/** One of a few words. */
export function choice<const Word extends string>(
  fallback: NoInfer<Word> | '',
  allowed: readonly Word[],
  about: string,
): Setting<Word | ''> {
  return {
    read: (text) => create(text, enums(allowed)),
    fallback,
    allowed: `one of ${allowed.join(', ')}`,
    about,
  }
}

/** 32 random bytes, base64url. */
export function secret(about: string): Setting<string> {
  return {
    read: (text) => create(text, pattern(string(), /^[\w-]{43}$/)),
    fallback: '',
    allowed: '32 bytes in base64url, 43 characters',
    about,
    show: () => '(hidden)',
  }
}

/** An origin such as https://id.example.com. */
export function origin(about: string): Setting<string> {
  return {
    read: (text) =>
      create(
        text,
        define<string>('origin', (value) => isOrigin(String(value))),
      ),
    fallback: '',
    allowed: 'an origin such as https://id.example.com, without a path',
    about,
  }
}

/** Origins, separated by commas. */
export function origins(about: string): Setting<readonly string[]> {
  return {
    read: (text) =>
      create(toList(text), array(define<string>('origin', (one) => isOrigin(String(one))))),
    fallback: [],
    allowed: 'origins such as https://shop.example.com, separated by commas',
    about,
  }
}

/** Addresses or ranges such as 10.0.0.0/8, separated by commas. */
export function ranges(about: string): Setting<readonly string[]> {
  return {
    read: (text) =>
      create(toList(text), array(define<string>('range', (one) => isRange(String(one))))),
    fallback: [],
    allowed: 'addresses or ranges such as 10.0.0.0/8, separated by commas',
    about,
  }
}

/** An address to connect to, with one of these schemes. */
export function url(schemes: readonly string[], about: string): Setting<string> {
  return {
    read: (text) =>
      create(
        text,
        define<string>('url', (value) =>
          schemes.includes(URL.parse(String(value))?.protocol.slice(0, -1) ?? ''),
        ),
      ),
    fallback: '',
    allowed: `an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    about,
    show: withoutPassword,
  }
}

// Only what is known to be none: an address that cannot be read may be a password altogether.
function withoutPassword(text: string): string {
  const address = URL.parse(text)
  if (address === null) return '(hidden)'
  if (address.password !== '') address.password = '...'
  if (address.search !== '') address.search = '?...'
  return address.href
}

/** Whether a text is an origin and nothing more. */
export function isOrigin(value: string): boolean {
  const parsed = URL.parse(value)
  // Quotes and semicolons pass for names of hosts, but origins are written into pages and headers.
  return parsed?.origin === value && /^https?:\/\/[\w.:[\]-]+$/.test(value)
}

function toList(value: string): string[] {
  return value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}
