import { argon2Form, argon2Sha256 } from './argon2.ts'
import {
  bcrypt,
  bcryptSha256,
  passlibBcrypt,
  passlibHmacBcrypt,
  wordPressBcrypt,
} from './bcrypt.ts'
import { firescrypt } from './firescrypt.ts'
import type { ForeignForm, ForeignHash } from './foreign-form.ts'
import { pbkdf2Form } from './pbkdf2.ts'
import { drupalPhpass, phpass } from './phpass.ts'
import { scrypt } from './scrypt.ts'
import { shaCryptForm } from './sha-crypt.ts'

const MAX_LENGTH = 500

const forms: Readonly<Record<string, ForeignForm>> = {
  argon2d: argon2Form('argon2d'),
  argon2i: argon2Form('argon2i'),
  argon2id: argon2Form('argon2id'),
  'argon2id-sha256': argon2Sha256,
  bcrypt,
  'bcrypt-sha256': bcryptSha256,
  'bcrypt-sha256-base64': passlibBcrypt,
  'bcrypt-hmac-sha256': passlibHmacBcrypt,
  'wp-bcrypt': wordPressBcrypt,
  firescrypt,
  'pbkdf2-sha1': pbkdf2Form('sha1'),
  'pbkdf2-sha256': pbkdf2Form('sha256'),
  'pbkdf2-sha512': pbkdf2Form('sha512'),
  phpass,
  'phpass-sha512': drupalPhpass,
  scrypt,
  'sha256-crypt': shaCryptForm('5'),
  'sha512-crypt': shaCryptForm('6'),
}

/** What a hash of another product is, or why it is not taken. */
export type ParsedHash =
  | {
      isTaken: true
      /** Name and cost for `accounts.password_form`, such as `bcrypt 10`. */
      form: string
      matches: ForeignHash['matches']
    }
  | { isTaken: false; reason: 'cost_too_high' | 'no_key' | 'unknown_form' }

/** Reads a text that may be a hash of another product; the text itself is stored. Never throws. */
export function parseForeignHash(text: string): ParsedHash {
  for (const [name, form] of text.length > MAX_LENGTH ? [] : Object.entries(forms)) {
    const found = form.read(text)
    if (found === undefined) continue
    return found.isTooCostly
      ? { isTaken: false, reason: 'cost_too_high' }
      : { isTaken: true, form: `${name} ${found.cost}`, matches: found.matches }
  }
  return { isTaken: false, reason: 'unknown_form' }
}

/** Returns a hash of a form, such as `bcrypt 10`, that no password matches. */
export function dummyOf(form: string): string | undefined {
  const [name = '', cost = ''] = form.split(' ')
  return forms[name]?.dummy(cost)
}

/** Returns whether another password may match a hash of the form, too. */
export function isAmbiguous(form: string, password: string): boolean {
  return forms[form.split(' ')[0] ?? '']?.isAmbiguous?.(password) ?? false
}
