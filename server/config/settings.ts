import { Resolver } from 'node:dns'
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
import { urlsOfHosts } from '../lib/database-hosts.ts'

/** A setting of the server. */
export interface Setting<Value> {
  /** @throws StructError for text that is not allowed. */
  readonly read: (text: string) => Value
  /** Value when it is not set. */
  readonly fallback: Value
  /** Allowed values, for error messages. */
  readonly allowed: string
  readonly description: string
  /** Returns the part of its text that may be shown; all of it by default. */
  readonly show?: (text: string) => string
}

/** Returns a setting whose text is never shown. */
export function hidden<Value>(setting: Setting<Value>): Setting<Value> {
  return { ...setting, show: () => '(hidden)' }
}

/** A whole number from `low` to `high`. */
export function count(
  fallback: number,
  low: number,
  high: number,
  description: string,
): Setting<number> {
  const fromText = coerce(integer(), string(), (value) =>
    /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN,
  )
  return {
    read: (text) => create(text, min(max(fromText, high), low)),
    fallback,
    allowed: `a whole number from ${low} to ${high}`,
    description,
  }
}

/** Text of any form; empty by default. */
export function freeText(fallback: string, description: string): Setting<string> {
  return {
    read: (text) => create(text, nonempty(string())),
    fallback,
    allowed: 'some text',
    description,
  }
}

/** One of a few words. */
export function choice<const Word extends string>(
  fallback: NoInfer<Word> | '',
  allowed: readonly Word[],
  description: string,
): Setting<Word | ''> {
  return {
    read: (text) => create(text, enums(allowed)),
    fallback,
    allowed: `one of ${allowed.join(', ')}`,
    description,
  }
}

/** 32 random bytes, base64url. */
export function secret(description: string): Setting<string> {
  return {
    read: (text) => create(text, pattern(string(), /^[\w-]{43}$/)),
    fallback: '',
    allowed: '32 bytes in base64url, 43 characters',
    description,
    show: () => '(hidden)',
  }
}

/** An origin such as https://id.example.com. */
export function origin(description: string): Setting<string> {
  return {
    read: (text) =>
      create(
        text,
        define<string>('origin', (value) => isOrigin(String(value))),
      ),
    fallback: '',
    allowed: 'an origin such as https://id.example.com, without a path',
    description,
  }
}

/** Origins, separated by commas. */
export function origins(description: string): Setting<readonly string[]> {
  return {
    read: (text) =>
      create(toList(text), array(define<string>('origin', (value) => isOrigin(String(value))))),
    fallback: [],
    allowed: 'origins such as https://shop.example.com, separated by commas',
    description,
  }
}

/** Hosts, separated by commas; `on` stands for all, `off` for none. */
export function hosts(description: string): Setting<'on' | readonly string[]> {
  const host = define<string>(
    'host',
    (value) => URL.parse(`https://${String(value)}`)?.host === value,
  )
  return {
    read: (text) => {
      if (text === 'on') return 'on'
      return text === 'off' ? [] : create(toList(text), nonempty(array(host)))
    },
    fallback: [],
    allowed: 'on, off or hosts such as app.example.com, separated by commas',
    description,
  }
}

const anyHostName = define<string>('host', (value) => isHostName(String(value)))

/** A domain name; empty by default. */
export function hostName(description: string): Setting<string> {
  return {
    read: (text) => create(text, anyHostName),
    fallback: '',
    allowed: 'a domain such as example.com',
    description,
  }
}

/** Domain names, separated by commas. */
export function hostNames(description: string): Setting<readonly string[]> {
  return {
    read: (text) => create(toList(text), array(anyHostName)),
    fallback: [],
    allowed: 'domains such as example.com, separated by commas',
    description,
  }
}

// A name alone, as the address bar has it: no port, no top-level domain but localhost, no IP address.
function isHostName(value: string): boolean {
  if (URL.parse(`https://${value}`)?.hostname !== value) return false
  return value === 'localhost' || /^[^.:]+(?:\.[^.:]+)*\.[^.:\d][^.:]*$/.test(value)
}

/** Addresses or ranges such as 10.0.0.0/8, separated by commas. */
export function ranges(description: string): Setting<readonly string[]> {
  return {
    read: (text) =>
      create(toList(text), array(define<string>('range', (value) => isRange(String(value))))),
    fallback: [],
    allowed: 'addresses or ranges such as 10.0.0.0/8, separated by commas',
    description,
  }
}

/** Addresses of name servers, separated by commas. */
export function nameServers(description: string): Setting<readonly string[]> {
  return {
    read: (text) =>
      create(
        toList(text),
        array(define<string>('name server', (value) => isNameServer(String(value)))),
      ),
    fallback: [],
    allowed: 'addresses such as 192.0.2.53 or [2001:db8::53]:5353, separated by commas',
    description,
  }
}

function isNameServer(value: string): boolean {
  try {
    new Resolver().setServers([value])
    return true
  } catch {
    return false
  }
}

/** An address to connect to, with one of these schemes. */
export function url(schemes: readonly string[], description: string): Setting<string> {
  return {
    read: (text) =>
      create(
        text,
        define<string>('url', (value) =>
          schemes.includes(URL.parse(String(value))?.protocol.slice(0, -1) ?? ''),
        ),
      ),
    fallback: '',
    allowed: `an address that begins with ${schemes.map((scheme) => (scheme === 'mailto' ? 'mailto:' : `${scheme}://`)).join(' or ')}`,
    description,
    show: withoutPassword,
  }
}

/** The address of a PostgreSQL database, which may name several hosts. */
export function databaseUrl(description: string): Setting<string> {
  return {
    read: (text) =>
      create(
        text,
        define<string>('url', (value) => urlsOfHosts(String(value)).length > 0),
      ),
    fallback: '',
    allowed:
      'an address such as postgres://user@db1,db2:5433/name, with target_session_attrs=read-write at most',
    description,
    show: (text) => urlsOfHosts(text).map(withoutPassword).join(', ') || '(hidden)',
  }
}

// An address that cannot be parsed may be nothing but a password.
function withoutPassword(text: string): string {
  const address = URL.parse(text)
  if (address === null) return '(hidden)'
  if (address.password !== '') address.password = '...'
  if (address.search !== '') address.search = '?...'
  return address.href
}

/** Returns whether a text is an origin and nothing more. */
export function isOrigin(value: string): boolean {
  const parsed = URL.parse(value)
  // URLs allow quotes and semicolons in host names, but origins are written into pages and headers.
  return parsed?.origin === value && /^https?:\/\/[\w.:[\]-]+$/.test(value)
}

function toList(value: string): string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}
