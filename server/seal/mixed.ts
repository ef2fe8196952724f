import { codeType } from '#protocol/code-types.ts'
import { PassportError } from '../lib/passport-error.ts'

/** Fields that clients of the old disguise (`mix_mode=1`) write in it. */
const mixedNames = [
  'mobile',
  'email',
  'account',
  'username',
  'password',
  'current_password',
  'code',
  'birthday',
  'name',
  'deputy_name',
  'subject_name',
  'extra',
] as const

/** Flags that some of them write in it too. */
const mixedFlags = [
  'unbind_exist',
  'kick_other',
  'change_bind',
  'need_frozen_user',
  'account_type',
] as const

const MIX_KEY = 5
const MIXED = /^(?:[0-9a-f]{2})+$/
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Takes the old disguise off the fields of a call, in place: each UTF-8 byte XOR 5, as two lower-case
 * hex digits. It hides nothing from anybody. @throws seal_bad for what was not written in it.
 */
export function unmixFields(values: Record<string, unknown>, sensitive: readonly string[]): void {
  for (const name of new Set([...mixedNames, ...sensitive])) {
    const value = values[name]
    if (value === undefined) continue
    const plain = typeof value === 'string' ? unmix(value) : undefined
    if (plain === undefined) throw new PassportError('seal_bad')
    values[name] = plain
  }
  for (const name of mixedFlags) {
    const value = values[name]
    if (typeof value !== 'string' || !MIXED.test(value)) continue
    const plain = unmix(value)
    if (plain === undefined) throw new PassportError('seal_bad')
    values[name] = plain
  }
  for (const name of ['type', 'ect_type']) {
    const value = values[name]
    if (typeof value === 'string') values[name] = unmixType(value)
  }
}

/** The plain text; undefined for text that is not in the disguise. */
export function unmix(text: string): string | undefined {
  if (!MIXED.test(text)) return undefined
  const bytes = Buffer.from(text, 'hex').map((byte) => byte ^ MIX_KEY)
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

// A type may come undisguised although the flag is set. One of all types can be read both ways: a
// plain 34 is taken for a disguised 1.
function unmixType(text: string): string {
  const plain = unmix(text)
  return plain !== undefined && /^\d+$/.test(plain) && codeType(Number(plain)) !== undefined
    ? plain
    : text
}
