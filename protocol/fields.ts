import {
  enums,
  integer,
  min,
  max,
  nonempty,
  number,
  optional,
  pattern,
  refine,
  size,
  string,
  Struct,
} from 'superstruct'
import { EMAIL_FORM, EMAIL_LENGTH, spellDigits, spellEmail, spellRecoveryCode } from './spelling.ts'

/**
 * Returns the struct with text values converted by `read` first. superstruct's own `coerce` is not
 * used: it builds an error with a stack for every value that is not text, which is slow.
 */
export function fromText<Value, Schema>(
  struct: Struct<Value, Schema>,
  read: (text: string) => unknown,
): Struct<Value, Schema> {
  return new Struct({
    ...struct,
    coercer: (value, context) =>
      struct.coercer(typeof value === 'string' ? read(value) : value, context),
  })
}

/** Non-empty text; surrounding white space is removed. */
export function text(maxLength: number, minLength = 1): Struct<string, null> {
  return size(
    fromText(string(), (value) => value.trim()),
    minLength,
    maxLength,
  )
}

/** Whole number, also as decimal text. */
export const wholeNumber: Struct<number, null> = fromText(integer(), (value) =>
  /^-?\d{1,16}$/.test(value) ? Number(value) : Number.NaN,
)

/** Whole number from 0 to 2^31, for what other systems count. */
export const count: Struct<number, null> = min(max(wholeNumber, 2 ** 31), 0)

/** Number of a code type; the server knows which there are. */
export const codeType: Struct<number, null> = min(max(wholeNumber, 999), 0)

/** Unix time in seconds that a caller names, until the end of the year 9999. */
export const namedTime: Struct<number, null> = min(max(wholeNumber, 253_402_300_799), 0)

/** 0 or 1, also as text or as `true` and `false`. */
export const flag: Struct<0 | 1, { 0: 0; 1: 1 }> = fromText(enums([0, 1]), (value) =>
  value === '1' || value === 'true' ? 1 : value === '0' || value === 'false' ? 0 : Number.NaN,
) as Struct<0 | 1, { 0: 0; 1: 1 }>

/** Assurance level that an account may demand of its owner, also as text. */
export const requiredLevel: Struct<1 | 2, { 1: 1; 2: 2 }> = fromText(
  enums([1, 2]),
  Number,
) as Struct<1 | 2, { 1: 1; 2: 2 }>

/** Assurance level, also as text. */
export const level: Struct<1 | 2 | 3, { 1: 1; 2: 2; 3: 3 }> = fromText(
  enums([1, 2, 3]),
  Number,
) as Struct<1 | 2 | 3, { 1: 1; 2: 2; 3: 3 }>

/** Id of a registered application, 1 to 2^31. */
export const aid: Struct<number, null> = min(max(wholeNumber, 2 ** 31), 1)

/** Mobile number with country code (`+81…`), or national digits with the common parameter `a_region`. */
export const mobile: Struct<string, null> = pattern(
  fromText(string(), spellDigits),
  /^\+?[0-9]{5,15}$/,
)

/** E-mail address of at most 254 characters; only its form is checked. */
export const email: Struct<string, null> = pattern(
  size(fromText(string(), spellEmail), EMAIL_LENGTH.min, EMAIL_LENGTH.max),
  EMAIL_FORM,
)

/** Default minimum length of a password in code points; a setting of the server may raise it. */
export const MIN_PASSWORD_LENGTH = 8

/** Maximum length of a password in code points. */
export const MAX_PASSWORD_LENGTH = 128

/** Password exactly as typed; the password policy applies only when one is set. */
export const password: Struct<string, null> = size(string(), 1, 1024)

/** Digits of a verification code; spaces and dashes of a pasted code are removed. */
export const code: Struct<string, null> = pattern(fromText(string(), spellDigits), /^[0-9]{6,8}$/)

/** Recovery code: 16 characters of Crockford's base 32, in any case, with spaces and hyphens as people type them. */
export const recoveryCode: Struct<string, null> = pattern(
  fromText(string(), spellRecoveryCode),
  /^[0-9A-HJKMNP-TV-Z]{16}$/,
)

/** Random reference issued by the server. */
export const ticket: Struct<string, null> = pattern(string(), /^[\w-]{16,128}$/)

// Joiners that Persian, Indic languages and emoji need, and selectors of variants of emoji and signs.
const needed =
  /[\p{sc=Arab}\p{sc=Beng}\p{sc=Deva}\p{sc=Gujr}\p{sc=Knda}\p{sc=Mlym}\p{sc=Orya}\p{sc=Sinh}\p{sc=Taml}\p{sc=Telu}][\u200c\u200d](?=\p{L})|\p{ExtPict}\p{EMod}?\ufe0f?(?:\u200d(?=\p{ExtPict}))?|[\d#*]\ufe0f\u20e3|\p{UIdeo}[\u{e0100}-\u{e01ef}]/gu

// What nobody sees, what turns the order of the text around it, and marks that cover other lines.
const unseen =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{DI}\u2800\ufffc\u{1d159}]|\p{M}{5}|^[\p{M}\s]*$/u

/** Returns whether people can see each character of a text, and in its order. */
export const isVisible = (value: string): boolean => !unseen.test(value.replaceAll(needed, 'x'))

/** Display name: 1 to 64 characters, all of which people can see. */
export const displayName: Struct<string, null> = refine(
  size(
    fromText(string(), (value) =>
      value
        .normalize('NFC')
        .replaceAll(/\p{Zs}+/gu, ' ')
        .trim(),
    ),
    1,
    64,
  ),
  'visible',
  isVisible,
)

/** Text of several lines, in composed form: at most 200 characters, may be empty. */
export const longText: Struct<string, null> = pattern(
  fromText(removableText(200), (value) => value.normalize('NFC')),
  /^(?:\n|[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069])*$/u,
)

/** Text that may be empty, to remove what was there; surrounding white space is removed. */
export function removableText(maxLength: number): Struct<string, null> {
  return size(
    fromText(string(), (value) => value.trim()),
    0,
    maxLength,
  )
}

/** Text of an input of a plain form; one that is left empty counts as not sent. */
export const formInput = optional(size(string(), 1, 1024))

/** Key of a picture, as uploads and lists return it. */
export const webUri: Struct<string, null> = pattern(string(), /^[\w-]{1,64}$/)

/** Username as typed; the server checks its characters and reserved words. */
export const username: Struct<string, null> = text(64)

/** Existing calendar day as `YYYY-MM-DD`. */
export const birthday: Struct<string, null> = refine(
  pattern(string(), /^(?:19|20)\d\d-\d\d-\d\d$/),
  'day',
  isDay,
)

/** Like `birthday`, or empty to remove it. */
export const removableBirthday: Struct<string, null> = refine(
  pattern(string(), /^(?:(?:19|20)\d\d-\d\d-\d\d)?$/),
  'day',
  (day) => day === '' || isDay(day),
)

function isDay(day: string): boolean {
  const [year, month, date] = day.split('-').map(Number)
  const last = [31, isLeap(year ?? 0) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return (date ?? 0) >= 1 && (date ?? 0) <= (last[(month ?? 0) - 1] ?? 0)
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

/** Page number of a list, from 1. */
export const page: Struct<number, null> = min(max(wholeNumber, 10_000), 1)

/** Maximum number of items on a page of a list. */
const MAX_PAGE_SIZE = 100

/** Number of items on a page of a list. */
export const pageSize: Struct<number, null> = min(max(wholeNumber, MAX_PAGE_SIZE), 1)

/** Return URL; the server redirects only to registered origins. */
export const next: Struct<string | undefined, null> = optional(size(string(), 1, 2048))

/** Unix time in seconds. */
export const seconds: Struct<number, null> = number()

/** Text of a reply that may be empty. */
export const anyText: Struct<string, null> = string()

/** Text of a reply that is never empty. */
export const nonEmptyText: Struct<string, null> = nonempty(string())
