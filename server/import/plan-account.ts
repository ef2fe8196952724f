import { is } from 'superstruct'
import { displayName } from '#protocol/fields.ts'
import { initialDetails, profileFields } from '#protocol/profile-fields.ts'
import type { ProviderName } from '#protocol/providers.ts'
import { recipientsOf } from '../accounts/owner-recipients.ts'
import { toEmail, toMobile } from '../accounts/recipients.ts'
import { fromBase32 } from '../authenticator-apps/totp.ts'
import { unlessRefused } from '../lib/passport-error.ts'
import { defaultName, isReservedName, isUsername, toName, toUsername } from '../names/names.ts'
import type { ProductNames } from '../names/names.ts'
import { parseForeignHash, type ParsedHash } from '../passwords/foreign/foreign-hashes.ts'
import { toStoredForm } from '../passwords/foreign/stored-form.ts'
import type { Account } from '../store/schema/accounts.ts'
import {
  MAX_ID,
  refusedRow,
  type ForeignAccount,
  type ForeignRow,
  type RefusedRow,
} from './foreign-account.ts'

/** The account that a row would make; its id is given when it is written. */
export interface PlannedAccount {
  externalId: string
  outcome: 'created'
  account: Omit<Account, 'id'>
  linked: readonly { provider: ProviderName; sub: string }[]
  totpSecret: Buffer | undefined
  /** What the person loses, as words of the report. */
  losses: readonly string[]
  /** Names of fields that are not taken. */
  ignored: readonly string[]
}

/** What decides about a row besides the row. */
export interface PlanRules {
  /** Id of the run, if it brought the key of a Firebase project. */
  keyId: string | undefined
  aid: number
  now: number
  productNames: ProductNames
}

/** Providers that give a person the same id whichever client asks. */
const sharedProviders = ['github', 'google'] as const satisfies ProviderName[]
/** Ids at providers: a database keeps no others. */
const isSub = /^[!-~]{1,255}$/

/** Returns what becomes of a row, by the rules of sign-up; nobody's account is looked up. */
export function planAccount(
  row: ForeignRow,
  { keyId, aid, now, productNames }: PlanRules,
): PlannedAccount | RefusedRow {
  const { account: foreign } = row
  const { externalId } = foreign
  const refuse = (reason: string): RefusedRow => refusedRow(externalId, 'rejected', reason)
  if (externalId.length > MAX_ID || /\p{C}/u.test(externalId)) return refuse('bad_external_id')

  const unread = (foreign.unread ?? []).map((field) => `${field} (malformed)`)
  const ignored = new Set([...row.ignored, ...unread])
  const take = <Value>(field: string, value: Value | undefined): Value | undefined => {
    if (value === undefined) ignored.add(field)
    return value
  }
  const emails = foreign.emails.map((email) => ({
    ...email,
    address: unlessRefused(() => toEmail(email.address).address),
  }))
  const usable = emails.filter(({ address }) => address !== undefined)
  const [first] = usable.toSorted(
    (one, other) =>
      Number(other.isVerified) - Number(one.isVerified) ||
      Number(other.isPrimary) - Number(one.isPrimary),
  )
  if (usable.length < emails.length) ignored.add('emails (malformed)')
  if (usable.length > 1) ignored.add('emails (further)')
  const address = first?.address ?? null
  const { mobile: number } = foreign
  const mobile =
    number === undefined
      ? null
      : (take(
          /^(?:\+|00)/.test(number) ? 'mobile (malformed)' : 'mobile (without + and country code)',
          unlessRefused(() => toMobile(number, undefined).address),
        ) ?? null)
  const username =
    foreign.username === undefined
      ? null
      : (take('username', usernameOf(foreign.username, productNames)) ?? null)
  const linked = sharedProviders.flatMap((provider) => {
    const one = foreign.linked.find((link) => link.provider === provider && isSub.test(link.sub))
    return one === undefined ? [] : [{ provider, sub: one.sub }]
  })
  for (const { provider, sub } of foreign.linked) {
    if (!linked.some((kept) => kept.provider === provider && kept.sub === sub)) {
      ignored.add(`linked (${provider.slice(0, 32)})`)
    }
  }
  if (address === null && mobile === null && username === null && linked.length === 0) {
    return { ...refuse('no_identifier'), ignored: [...ignored] }
  }

  const email = first?.isVerified === true ? address : null
  const text = toStoredForm(foreign.hash ?? '', keyId)
  const hash = hashOf(text, keyId)
  const passwordHash = hash.isTaken ? text : null
  if (text !== '' && !hash.isTaken) ignored.add(`password_hash (${hash.reason})`)
  const totpSecret = foreign.totpSeed === undefined ? undefined : fromBase32(foreign.totpSeed)
  const hasName = foreign.name !== undefined && foreign.name !== first?.address
  const name = hasName ? take('name', nameOf(foreign.name ?? '', productNames)) : undefined
  const locale = foreign.locale?.replaceAll('_', '-')
  const isLocale = locale !== undefined && is(locale, profileFields.locale.input)
  if (locale !== undefined && !isLocale) ignored.add('locale')
  const isOpen = email !== null || mobile !== null || linked.length > 0 || passwordHash !== null
  const { createdAt = now } = foreign
  const isPast = createdAt > 0 && createdAt <= now
  if (!isPast) ignored.add('created_at (malformed)')
  return {
    externalId,
    outcome: 'created',
    account: {
      name:
        name ?? username ?? defaultName(recipientsOf({ email: address, mobile })[0], productNames),
      username,
      email,
      mobile,
      passwordHash,
      passwordForm: hash.isTaken ? hash.form : '',
      avatarKey: null,
      locale: isLocale ? locale : 'en',
      state: foreign.state,
      createdAid: aid,
      createdAt: isPast ? Math.floor(createdAt) : now,
      unverifiedEmail: email === null ? address : null,
      cancelAt: foreign.state === 'cancelling' ? (foreign.cancelAt ?? now) : null,
      ...initialDetails,
      backgroundKey: null,
      termsVersion: null,
      termsAcceptedAt: null,
      // Whoever was asked for a second step still is.
      requiredLevel: totpSecret === undefined ? 1 : 2,
    },
    linked,
    totpSecret,
    losses: [
      ...(passwordHash === null ? [isOpen ? 'no_password' : 'no_way_in'] : []),
      ...(losesFactor(foreign) ? ['no_factor'] : []),
    ],
    ignored: [...ignored],
  }
}

/** Returns whether a second factor of a person cannot come, or is damaged. */
export function losesFactor({ losesFactor: isLost, totpSeed }: ForeignAccount): boolean {
  return isLost === true || (totpSeed !== undefined && fromBase32(totpSeed) === undefined)
}

// A hash of Firebase is worth nothing without the key of its run.
function hashOf(text: string, keyId: string | undefined): ParsedHash {
  const isKeyless =
    text.startsWith('$firescrypt$') && (keyId === undefined || !text.includes(`,k=${keyId}$`))
  return isKeyless ? { isTaken: false, reason: 'no_key' } : parseForeignHash(text)
}

function usernameOf(text: string, productNames: ProductNames): string | undefined {
  const username = toUsername(text)
  return isUsername(username, productNames) ? username : undefined
}

function nameOf(text: string, productNames: ProductNames): string | undefined {
  const name = toName(text)
  return is(name, displayName) && !isReservedName(name, productNames) ? name : undefined
}
