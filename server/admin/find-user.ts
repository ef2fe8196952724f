import { toLogin } from '../accounts/logins.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Services } from '../services/services.ts'
import type { Account } from '../store/account-repository.ts'
import { AdminError } from './command.ts'

/** Placeholder for an account in the usage of commands. */
export const USER = '<id | e-mail | +mobile | username>'

/**
 * Finds an account by id, e-mail address, mobile number or username.
 * @throws AdminError if there is none
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
    const { channel, address } = login.recipient
    return channel === 'email'
      ? await accounts.byLoginEmail(address)
      : await accounts.byMobile(address)
  } catch (error) {
    if (!(error instanceof PassportError)) throw error
    throw new AdminError(`"${input}" is neither an address nor a number.`)
  }
}
