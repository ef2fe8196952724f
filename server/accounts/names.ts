import type { Account } from '../store/account-repository.ts'
import type { Recipient } from '../store/recipient.ts'
import { mixesScripts } from './scripts-of-names.ts'

const reservedNames = (
  'admin administrator root support system security official staff moderator help service ' +
  'owner webmaster postmaster abuse billing'
).split(' ')

/** Common letters that look like Latin ones (Unicode TR39), and digits that stand for letters. */
const lookAlikes: Readonly<Record<string, string>> = {
  ...pairs('абсԁеһіјӏорԛѕтԝхуν', 'abcdehljlopqstwxyv'),
  ...pairs('ακορτυχιϲ', 'akoptuxlc'),
  ...pairs('ɑɡıɩ', 'agll'),
  ...pairs('0135$@|!i', 'olessalll'),
}

/** Words that turn a reserved name into no other one. */
const fillers = ['the', 'team', 'account', 'desk']

/** Returns whether a name, in any spelling, could impersonate the operator. */
export function isReservedName(name: string, productName: string): boolean {
  const skeleton = toSkeleton(name)
  const reserved = new Set([...reservedNames, productName].map(toSkeleton))
  const isFiller = new Set(fillers.map(toSkeleton))
  const words = name
    .split(/[\s._-]+/)
    .map(toSkeleton)
    .filter((word) => word !== '')
  return (
    skeleton === '' ||
    reserved.has(skeleton) ||
    mixesScripts(name) ||
    (words.some((word) => reserved.has(word)) &&
      words.every((word) => reserved.has(word) || isFiller.has(word)))
  )
}

/** Normalizes a display name. */
export function toName(input: string): string {
  return input.normalize('NFC').replaceAll(/\s+/gu, ' ').trim()
}

/** Normalizes a username to the form in which it is stored and compared. */
export function toUsername(input: string): string {
  return input.trim().normalize('NFKC').toLowerCase()
}

/**
 * Returns whether a username is allowed: 3 to 32 Latin letters, digits and single separators,
 * never to be confused with a number or address.
 */
export function isUsername(name: string, productName: string): boolean {
  return (
    /^[a-z](?:[._-]?[a-z\d]+)*$/.test(name) &&
    name.length >= 3 &&
    name.length <= 32 &&
    !isReservedName(name, productName)
  )
}

// Two names have the same skeleton if people may confuse them (Unicode TR39).
function toSkeleton(name: string): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{Cf}\p{M}\s._-]/gu, '')
  return [...letters].map((letter) => lookAlikes[letter] ?? letter).join('')
}

function pairs(from: string, to: string): Record<string, string> {
  return Object.fromEntries([...from].map((letter, at) => [letter, to.charAt(at)]))
}

/** Returns whether the person never chose a display name. */
export function hasDefaultName(account: Account, productName: string): boolean {
  const { email, mobile, unverifiedEmail, username } = account
  const mail = email ?? unverifiedEmail
  return [
    ...(mail === null ? [] : [defaultName({ channel: 'email', address: mail }, productName)]),
    ...(mobile === null ? [] : [defaultName({ channel: 'mobile', address: mobile }, productName)]),
    ...(username === null ? [] : [username]),
    defaultName(undefined, productName),
  ].includes(account.name)
}

/** Returns a display name derived from the mailbox or the last digits of the mobile number. */
export function defaultName(recipient: Recipient | undefined, productName: string): string {
  if (recipient === undefined) return 'user'
  const { channel, address } = recipient
  if (channel === 'mobile') return `user${address.slice(-4)}`
  const mailbox = address.split('@')[0] ?? ''
  // A mailbox can contain characters that are not allowed in names.
  const name = mailbox.replaceAll(/[^\p{L}\p{N}._+-]/gu, '').slice(0, 32)
  return name === '' || isReservedName(name, productName) ? 'user' : name
}
