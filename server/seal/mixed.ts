import { codeType } from '#protocol/code-types.ts'
import { PassportError } from '../lib/passport-error.ts'

/** Fields that older clients encode with `mix_mode=1`. */
const mixedFields = [
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

/** Fields that some of these clients encode too. */
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
 * Decodes the fields of a call with `mix_mode=1`, in place: each UTF-8 byte XOR 5, as two lower-case
 * hex digits, which is no encryption. @throws seal_bad for a field that is not encoded so
 */
export function unmixFields(values: Record<string, unknown>, sensitive: readonly string[]): void {
  for (const name of new Set([...mixedFields, ...sensitive])) {
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

/** Returns the decoded text; undefined for text that is not encoded so. */
export function unmix(text: string): string | undefined {
  if (!MIXED.test(text)) return undefined
  const bytes = Buffer.from(text, 'hex').map((byte) => byte ^ MIX_KEY)
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

// Some clients do not encode the type. Of all types, one is ambiguous: 34 is read as an encoded 1.
function unmixType(text: string): string {
  const plain = unmix(text)
  return plain !== undefined && /^\d+$/.test(plain) && codeType(Number(plain)) !== undefined
    ? plain
    : text
}
