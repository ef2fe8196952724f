import { toLogin } from '../accounts/logins.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Services } from '../services/services.ts'
import { AdminError } from './command.ts'
import type { Account } from '../store/schema/accounts.ts'

/** Placeholder for an account in the usage of commands. */
export const USER = '<id | e-mail | +mobile | username>'

/**
 * Finds an account by id, e-mail address, mobile number or username.
 * @throws AdminError if there is none, or one that only typed the address
 */
export async function findUser(services: Services, input: string): Promise<Account> {
  const account = /^\d+$/.test(input)
    ? await services.accounts.byId(input)
    : await findByLogin(services, input)
  if (account === undefined) throw new AdminError(`There is no account "${input}".`)
  return account
}

async function findByLogin({ accounts }: Services, input: string): Promise<Account | undefined> {
  try {
    const login = toLogin(input, undefined)
    if (login.kind === 'username') return await accounts.byUsername(login.text)
    const account = await accounts.findByRecipient(login.recipient)
    if (account !== undefined || login.recipient.channel === 'mobile') return account
    const stranger = await accounts.byLoginEmail(login.recipient.address)
    if (stranger === undefined) return undefined
    // Anybody may have typed the address of somebody else, who must not be taken for its owner.
    throw new AdminError(
      `Nobody has proved "${input}". Account ${stranger.id} was made with it: give its id if you mean that one.`,
    )
  } catch (error) {
    if (!(error instanceof PassportError)) throw error
    throw new AdminError(`"${input}" is neither an address nor a number.`)
  }
}
