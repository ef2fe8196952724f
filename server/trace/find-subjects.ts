import { loginTexts } from '../accounts/logins.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { Services } from '../services/services.ts'

const PAGE = 1000

/** Returns every login and address that an account has, and those that it only had lately. */
export async function textsOf(
  { clock, formerAddresses }: Pick<Services, 'clock' | 'formerAddresses'>,
  account: Account,
): Promise<{ texts: string[]; former: string[] }> {
  const own = loginTexts(account)
  const left = await formerAddresses.listFormer(account.id, clock())
  const former = new Set(left.map(({ address }) => address).filter((one) => !own.includes(one)))
  return { texts: [...own, ...former], former: [...former] }
}

/**
 * Returns the account of a login that is known by its hash alone; undefined where nobody has or lately had it.
 * Goes through all identifiers and addresses, which takes seconds with a million of them: attempts
 * name no account.
 */
export async function accountOfSubject(
  services: Pick<Services, 'accounts' | 'accountLists' | 'attempts' | 'clock' | 'formerAddresses'>,
  subject: string,
): Promise<Account | undefined> {
  const { accounts, accountLists, attempts, clock, formerAddresses } = services
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
    if (last === undefined || page.length < PAGE) break
    after = last.address
  }
  const left = await formerAddresses.allFormer(clock())
  const former = left.find(({ address }) => attempts.subjectOf(address) === subject)
  return former && (await accounts.byId(former.accountId))
}
