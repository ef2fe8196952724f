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

/**
 * Reads the text form of a value. superstruct's own `coerce` builds an error, stack and all, for
 * every value that is no text; on a number in each reply that costs more than the rest of a call.
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

/** Text that was sent; leading and trailing white space does not count. */
export function text(maxLength: number): Struct<string, null> {
  return size(
    fromText(string(), (value) => value.trim()),
    1,
    maxLength,
  )
}

/** A whole number, also as the decimal text of a form field. */
export const wholeNumber: Struct<number, null> = fromText(integer(), (value) =>
  /^-?\d{1,16}$/.test(value) ? Number(value) : Number.NaN,
)

/** 0 or 1; `true` and `false` are taken too. */
export const flag: Struct<0 | 1, { 0: 0; 1: 1 }> = fromText(enums([0, 1]), (value) =>
  value === '1' || value === 'true' ? 1 : value === '0' || value === 'false' ? 0 : Number.NaN,
) as Struct<0 | 1, { 0: 0; 1: 1 }>

/** Id of a registered application, 1 to 2^31. */
export const aid: Struct<number, null> = min(max(wholeNumber, 2 ** 31), 1)

/** A mobile number with country code (`+81…`), or national digits together with `a_region`. */
export const mobile: Struct<string, null> = pattern(
  fromText(string(), (value) => value.replaceAll(/[\s().-]/g, '')),
  /^\+?[0-9]{5,15}$/,
)

/** An e-mail address of at most 254 characters; the mailbox itself is proved by a code. */
export const email: Struct<string, null> = pattern(
  size(
    fromText(string(), (value) => value.trim()),
    3,
    254,
  ),
  /^[^\s\p{C}@"(),:;<>[\\\]]{1,64}@(?:[^\s\p{C}@.,;:()<>[\]\\"/?#%]+\.)+[^\s\p{C}@.,;:()<>[\]\\"/?#%]{2,}$/u,
)

/** Least characters (code points) of a password, where the server asks for no more. */
export const MIN_PASSWORD_LENGTH = 8

/** Most characters (code points) of a password. */
export const MAX_PASSWORD_LENGTH = 128

/** A password exactly as typed; its rules are checked where one is set, not where one is used. */
export const password: Struct<string, null> = size(string(), 1, 1024)

/** The digits of a verification code; spaces and dashes of a pasted code do not count. */
export const code: Struct<string, null> = pattern(
  fromText(string(), (value) => value.replaceAll(/[\s-]/g, '')),
  /^[0-9]{6,8}$/,
)

/** A random reference handed out by the server. */
export const ticket: Struct<string, null> = pattern(string(), /^[\w-]{16,128}$/)

/** A name people see: 1 to 64 characters, no control characters. */
export const displayName: Struct<string, null> = pattern(
  text(64),
  /^[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+$/u,
)

/** A few lines about oneself: at most 200 characters, may be empty. */
export const longText: Struct<string, null> = pattern(
  size(
    fromText(string(), (value) => value.trim()),
    0,
    200,
  ),
  /^(?:\n|[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069])*$/u,
)

/** Key of a picture, as uploads and lists answer it. */
export const webUri: Struct<string, null> = pattern(string(), /^[\w-]{1,64}$/)

/** A user name as it is typed; the server says which may be taken. */
export const username: Struct<string, null> = text(64)

/** A day as `YYYY-MM-DD`, one that the calendar has. */
export const birthday: Struct<string, null> = refine(
  pattern(string(), /^(?:19|20)\d\d-\d\d-\d\d$/),
  'day',
  (day) => {
    const [year, month, date] = day.split('-').map(Number)
    const last = [31, isLeap(year ?? 0) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (date ?? 0) >= 1 && (date ?? 0) <= (last[(month ?? 0) - 1] ?? 0)
  },
)

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

/** Number of a page of a list, from 1. */
export const page: Struct<number, null> = min(max(wholeNumber, 10_000), 1)

/** Most rows that a page of a list has. */
export const MAX_PAGE_SIZE = 100

/** How many rows a page of a list has. */
export const pageSize: Struct<number, null> = min(max(wholeNumber, MAX_PAGE_SIZE), 1)

/** Address to go to afterwards; the server follows only registered origins. */
export const next: Struct<string | undefined, null> = optional(size(string(), 1, 2048))

/** Unix time in seconds. */
export const seconds: Struct<number, null> = number()

/** Text that may be empty in a reply. */
export const anyText: Struct<string, null> = string()

/** Text that is never empty in a reply. */
export const nonEmptyText: Struct<string, null> = nonempty(string())
