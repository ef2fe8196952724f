import { loginTexts } from '../accounts/logins.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { Services } from '../services/services.ts'

const PAGE = 1000

/** Returns every login and address that an account has, or had lately. */
export async function textsOf(
  { clock, formerAddresses }: Pick<Services, 'clock' | 'formerAddresses'>,
  account: Account,
): Promise<string[]> {
  const former = await formerAddresses.listFormer(account.id, clock())
  return [...new Set([...loginTexts(account), ...former.map(({ address }) => address)])]
}

/**
 * Returns the account of a login that is known by its hash alone; undefined where nobody has it. Goes
 * through all identifiers and unproved addresses, which takes seconds with a million of them: attempts
 * name no account.
 */
export async function accountOfSubject(
  { accounts, accountLists, attempts }: Pick<Services, 'accounts' | 'accountLists' | 'attempts'>,
  subject: string,
): Promise<Account | undefined> {
  if (subject === '') return undefined
  for (let after = { kind: '', value: '' }; ;) {
    const page = await accountLists.identifiersAfter(after, PAGE)
    const found = page.find(({ value }) => attempts.subjectOf(value) === subject)
    if (found !== undefined) return await accounts.byId(found.accountId)
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) break
    after = last
  }
  for (let after = ''; ;) {
    const page = await accountLists.unprovedAfter(after, PAGE)
    const found = page.find(({ address }) => attempts.subjectOf(address) === subject)
    if (found !== undefined) return await accounts.byId(found.id)
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return undefined
    after = last.address
  }
}
