import type { Account } from '../store/account-repository.ts'
import type { Recipient } from '../store/recipient.ts'

const reserved = (
  'admin administrator root support system security official staff moderator help service ' +
  'owner webmaster postmaster abuse billing'
).split(' ')

/**
 * Letters of other alphabets that look like Latin ones (Unicode TR39, the ones in daily use), and
 * digits that stand for letters.
 */
const lookAlikes: Readonly<Record<string, string>> = {
  ...pairs('абсԁеһіјӏорԛѕтԝхуν', 'abcdehljlopqstwxyv'),
  ...pairs('ακορτυχιϲ', 'akoptuxlc'),
  ...pairs('ɑɡıɩ', 'agll'),
  ...pairs('0135$@|!i', 'olessalll'),
}

/** Whether a name would let one person speak for the product, however it is spelt. */
export function isReservedName(name: string, product: string): boolean {
  const plain = toPlain(name)
  return plain === '' || [...reserved, product].some((one) => toPlain(one) === plain)
}

/** A name as people see it, in the one form it is kept in. */
export function toName(typed: string): string {
  return typed.normalize('NFC').replaceAll(/\s+/gu, ' ').trim()
}

/** A user name as it is compared: what looks the same to software is the same. */
export function toUsername(typed: string): string {
  return typed.trim().normalize('NFKC').toLowerCase()
}

/**
 * Whether a user name may be taken: 3 to 32 Latin letters, digits and single separators, a letter
 * first, so that it is never mistaken for a number or an address.
 */
export function isUsername(name: string, product: string): boolean {
  return (
    /^[a-z](?:[._-]?[a-z\d]+)*$/.test(name) &&
    name.length >= 3 &&
    name.length <= 32 &&
    !isReservedName(name, product)
  )
}

// What is left of a name when everything is taken away that eyes pass over.
function toPlain(name: string): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{Cf}\p{M}\s._-]/gu, '')
  return [...letters].map((letter) => lookAlikes[letter] ?? letter).join('')
}

function pairs(from: string, to: string): Record<string, string> {
  return Object.fromEntries([...from].map((letter, at) => [letter, to.charAt(at)]))
}

/** Whether an account still has the name it was made with. */
export function isFirstName(account: Account, product: string): boolean {
  const { email, mobile, unverifiedEmail, username } = account
  const mail = email ?? unverifiedEmail
  return [
    ...(mail === null ? [] : [nameFor({ channel: 'email', address: mail }, product)]),
    ...(mobile === null ? [] : [nameFor({ channel: 'mobile', address: mobile }, product)]),
    ...(username === null ? [] : [username]),
    nameFor(undefined, product),
  ].includes(account.name)
}

/** The name of an account that chose none: of its mailbox or number, where there is one. */
export function nameFor(recipient: Recipient | undefined, product: string): string {
  if (recipient === undefined) return 'user'
  const { channel, address } = recipient
  if (channel === 'mobile') return `user${address.slice(-4)}`
  const start = address.split('@')[0] ?? ''
  // Only what a person may also choose: a mailbox can hold characters that names cannot.
  const name = start.replaceAll(/[^\p{L}\p{N}._+-]/gu, '').slice(0, 32)
  return name === '' || isReservedName(name, product) ? 'user' : name
}
