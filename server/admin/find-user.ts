import { AdminError } from './command.ts'
import type { Account } from '../store/account-repository.ts'
import { toLogin } from '../accounts/logins.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Services } from '../services/services.ts'

/** The account behind what an operator typed; @throws AdminError when there is none. */
export async function findUser(services: Services, typed: string): Promise<Account> {
  const account = /^\d+$/.test(typed)
    ? await services.accounts.byId(typed)
    : await findByLogin(services, typed)
  if (account === undefined) throw new AdminError(`There is no account "${typed}".`)
  return account
}

async function findByLogin({ accounts }: Services, typed: string): Promise<Account | undefined> {
  try {
    const login = toLogin(typed, undefined)
    if (login.kind === 'username') return await accounts.byUsername(login.text)
    const { channel, address } = login.recipient
    return channel === 'email'
      ? await accounts.byLoginEmail(address)
      : await accounts.byMobile(address)
  } catch (error) {
    if (!(error instanceof PassportError)) throw error
    throw new AdminError(`"${typed}" is neither an address nor a number.`)
  }
}
