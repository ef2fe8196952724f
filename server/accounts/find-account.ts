import { OperatorError } from '../lib/operator-error.ts'
import { unlessRefused } from '../lib/passport-error.ts'
import type { Accounts } from './accounts.ts'
import { isNationalNumber, toLogin } from './logins.ts'
import type { Account } from '../store/schema/accounts.ts'

/**
 * Finds an account for an operator, by id, e-mail address, mobile number or username.
 * @throws OperatorError if there is none, or one that only typed the address
 */
export async function findAccount(
  { accounts }: { accounts: Accounts },
  typed: string,
): Promise<Account> {
  const input = typed.trim()
  if (isNationalNumber(input)) throw new OperatorError('invalid', 'nationalNumber', input)
  const account = /^\d+$/.test(input)
    ? await accounts.byId(input)
    : await findByLogin(accounts, input)
  if (account === undefined) throw new OperatorError('unknown', 'account', input)
  return account
}

async function findByLogin(accounts: Accounts, input: string): Promise<Account | undefined> {
  const login = unlessRefused(() => toLogin(input, undefined))
  if (login === undefined) throw new OperatorError('unknown', 'login', input)
  if (login.kind === 'username') return await accounts.byUsername(login.text)
  const account = await accounts.findByRecipient(login.recipient)
  if (account !== undefined || login.recipient.channel === 'mobile') return account
  const stranger = await accounts.byLoginEmail(login.recipient.address)
  if (stranger === undefined) return undefined
  // Anybody may have typed the address of somebody else, who must not be taken for its owner.
  throw new OperatorError('unknown', 'unproved', input, stranger.id)
}
