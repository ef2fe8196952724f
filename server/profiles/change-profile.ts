import type { Accounts } from '../accounts/accounts.ts'
import { isReservedName, isUsername, toName, toUsername } from '../accounts/names.ts'
import { signedIn, type Call } from '../calls/call.ts'
import type { Config } from '../config/config.ts'
import { DAY_MS } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { RateLimits } from '../limits/limits.ts'
import type { Account } from '../store/account-repository.ts'
import type { ProfileRepository, ProfileChanges } from '../store/profile-repository.ts'
import type { Transaction } from '../store/transaction.ts'
import type { Pictures } from './pictures.ts'
import { takeUpdates, type LimitedField } from './update-limits.ts'

/** Services that this module needs. */
export interface ChangeProfileServices {
  accounts: Accounts
  config: Config
  pictures: Pictures
  profiles: ProfileRepository
  rateLimits: RateLimits
  transaction: Transaction<ChangeProfileServices>
}

/** Parts of a profile as a person sends them. */
export interface ProfileCall {
  name?: string | undefined
  user_unique_name?: string | undefined
  description?: string | undefined
  gender?: number | undefined
  birthday?: string | undefined
  avatar?: string | undefined
  bg_img?: string | undefined
  locale?: string | undefined
}

/**
 * Changes the profile of the person signed in and answers the account as it then is. What is sent
 * as it was costs nothing.
 * @throws text_refused, name_taken, image_not_found, no_updates_left, bad_parameter.
 */
export async function changeProfile(
  context: Call<ChangeProfileServices>,
  call: ProfileCall,
): Promise<Account> {
  const { accountId } = signedIn(context)
  const { transaction } = context.services
  const wanted = await readChanges(context, call)
  return await transaction(async (tx) => {
    const account = await tx.accounts.lock(accountId)
    if (account === undefined) throw new PassportError('session_expired')
    const changes = changesOf(account, wanted)
    const counted = Object.keys(changes)
      .map((part) => counters[part as keyof ProfileChanges])
      .filter((field) => field !== undefined)
    if (Object.keys(changes).length === 0) return account
    await takeUpdates(tx, accountId, counted, context.now)
    if (!(await tx.profiles.update(accountId, changes))) throw new PassportError('name_taken')
    return { ...account, ...(changes as Partial<Account>) }
  })
}

/** Under which name the changes of each part are counted. */
const counters: Readonly<Partial<Record<keyof ProfileChanges, LimitedField>>> = {
  name: 'name',
  username: 'user_unique_name',
  description: 'description',
  gender: 'gender',
  birthday: 'birthday',
  avatarKey: 'avatar',
  backgroundKey: 'bg_img',
}

async function readChanges(
  context: Call<ChangeProfileServices>,
  call: ProfileCall,
): Promise<ProfileChanges> {
  const { config, pictures } = context.services
  const { accountId } = signedIn(context)
  const name = call.name === undefined ? undefined : toName(call.name)
  if (name !== undefined && isReservedName(name, config.PRODUCT_NAME)) {
    throw new PassportError('text_refused')
  }
  const username =
    call.user_unique_name === undefined ? undefined : toUsername(call.user_unique_name)
  if (username !== undefined && !isUsername(username, config.PRODUCT_NAME)) {
    throw new PassportError('text_refused')
  }
  // Somebody may live a day ahead of the server.
  const tomorrow = new Date(context.now + DAY_MS).toISOString().slice(0, 10)
  if (call.birthday !== undefined && call.birthday > tomorrow) {
    throw new PassportError('bad_parameter', { fields: [{ field: 'birthday', rule: 'past' }] })
  }
  for (const [key, kind] of [
    [call.avatar, 'avatar'],
    [call.bg_img, 'background'],
  ] as const) {
    if (key !== undefined && !(await pictures.mayShow(accountId, key, kind))) {
      throw new PassportError('image_not_found')
    }
  }
  return {
    name,
    username,
    description: call.description?.normalize('NFC'),
    gender: call.gender,
    birthday: call.birthday,
    avatarKey: call.avatar,
    backgroundKey: call.bg_img,
    locale: call.locale,
  }
}

// Every part of the changes is a part of an account of the same name and type.
function changesOf(account: Account, wanted: ProfileChanges): ProfileChanges {
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([part, value]) => value !== undefined && value !== account[part as keyof ProfileChanges],
    ),
  )
}
