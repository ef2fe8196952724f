import { recipientsOf } from '../accounts/owner-recipients.ts'
import { operatorSource, type Actor } from '../calls/operator-source.ts'
import { requireStrongPassword } from '../passwords/require-strong-password.ts'
import type { OperatorAccount } from '../accounts/accounts.ts'
import type { Services } from '../services/services.ts'
import type { Account } from '../store/schema/accounts.ts'

/** Returns the hash of a password that an operator gives an account. @throws password_policy, server_busy */
export async function hashFirstPassword(
  services: Pick<Services, 'config' | 'passwords'>,
  password: string,
  { email, mobile, name }: Pick<OperatorAccount, 'email' | 'mobile' | 'name'>,
  signal: AbortSignal,
): Promise<string> {
  const [recipient] = recipientsOf({ email: email ?? null, mobile: mobile ?? null })
  requireStrongPassword(services, recipient, { password, name })
  return await services.passwords.hash(password, signal)
}

/** Makes an account in a transaction. @throws OperatorError */
export async function createAccount(
  tx: Pick<Services, 'accounts' | 'events'>,
  actor: Actor,
  account: OperatorAccount,
): Promise<Account> {
  const created = await tx.accounts.createForOperator(account)
  await tx.events.note(operatorSource(actor), 'signed_up', created.id)
  return created
}
