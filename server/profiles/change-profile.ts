import type { LimitedProfileField } from '#protocol/profile-fields.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { isUsername, productNamesOf, requireName, toName, toUsername } from '../names/names.ts'
import { notifyOwner, type NotifyServices } from '../accounts/notify.ts'
import { signedIn, type Call, type RequestSource } from '../calls/call.ts'
import type { Events } from '../events/events.ts'
import { DAY_MS } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { RateLimits } from '../limits/limits.ts'
import { pickDetails, type PartialDetails } from '../store/profile-details.ts'
import type { ProfileRepository, ProfileChanges } from '../store/profile-repository.ts'
import type { Transaction } from '../store/transaction.ts'
import type { Pictures } from './pictures.ts'
import { countUpdates, updateLimits } from './update-limits.ts'
import type { Account } from '../store/schema/accounts.ts'

export interface ChangeProfileServices extends NotifyServices {
  accounts: Accounts
  events: Events
  pictures: Pictures
  profiles: ProfileRepository
  rateLimits: RateLimits
  transaction: Transaction<ChangeProfileServices>
}

type ProfileCall = Pick<Call<ChangeProfileServices>, 'app' | 'services' | 'session' | 'now'> &
  RequestSource

/** The profile fields that a person can change. */
export interface ProfileInput extends PartialDetails {
  name?: string | undefined
  user_unique_name?: string | undefined
  avatar?: string | undefined
  bg_img?: string | undefined
  locale?: string | undefined
}

/**
 * Changes the profile of the person signed in and returns the changed account; unchanged values do
 * not count against the limits.
 * @throws text_refused, name_taken, image_not_found, no_updates_left, bad_parameter
 */
export async function changeProfile(context: ProfileCall, input: ProfileInput): Promise<Account> {
  const { accountId } = signedIn(context)
  const { transaction } = context.services
  const values = await readValues(context, input)
  return await transaction(async (tx) => {
    const account = await tx.accounts.lock(accountId)
    if (account === undefined) throw new PassportError('session_expired')
    const changes = changedValues(account, values)
    if (Object.keys(changes).length === 0) return account
    const limited = Object.keys(changes)
      .map((name) => wireNames[name as keyof ProfileChanges] ?? name)
      .filter((name): name is LimitedProfileField => Object.hasOwn(updateLimits, name))
    await countUpdates(tx, accountId, limited, context.now)
    if (!(await tx.profiles.update(accountId, changes))) throw new PassportError('name_taken')
    const { name, username } = changes
    if (name !== undefined) await tx.events.note(context, 'name_changed', accountId, account.name)
    if (username !== undefined) {
      await tx.events.note(context, 'username_changed', accountId, account.username ?? '')
      await notifyOwner(tx, context, account, { event: 'username_changed' })
    }
    return { ...account, ...(changes as Partial<Account>) }
  })
}

/** Fields that the protocol calls otherwise than the account. */
const wireNames: Readonly<Partial<Record<keyof ProfileChanges, LimitedProfileField>>> = {
  username: 'user_unique_name',
  avatarKey: 'avatar',
  backgroundKey: 'bg_img',
}

async function readValues(context: ProfileCall, input: ProfileInput): Promise<ProfileChanges> {
  const { config, pictures } = context.services
  const { accountId } = signedIn(context)
  const name = input.name === undefined ? undefined : toName(input.name)
  if (name !== undefined) requireName(context, name)
  const username =
    input.user_unique_name === undefined ? undefined : toUsername(input.user_unique_name)
  if (username !== undefined && !isUsername(username, productNamesOf(config, context.app))) {
    throw new PassportError('text_refused')
  }
  // In the person's time zone it may be tomorrow already.
  const tomorrow = new Date(context.now + DAY_MS).toISOString().slice(0, 10)
  if (input.birthday !== undefined && input.birthday > tomorrow) {
    throw new PassportError('bad_parameter', { fields: [{ field: 'birthday', rule: 'past' }] })
  }
  for (const [key, kind] of [
    [input.avatar, 'avatar'],
    [input.bg_img, 'background'],
  ] as const) {
    if (key !== undefined && !(await pictures.mayShow(accountId, key, kind))) {
      throw new PassportError('image_not_found')
    }
  }
  return {
    name,
    username,
    ...pickDetails(input),
    avatarKey: input.avatar,
    backgroundKey: input.bg_img,
    locale: input.locale,
  }
}

// An account has properties of the same names and types.
function changedValues(account: Account, values: ProfileChanges): ProfileChanges {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => value !== undefined && value !== account[name as keyof ProfileChanges],
    ),
  )
}
