import { toBase32 } from '../authenticator-apps/totp.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { AuthenticatorApp } from '../store/schema/proofs.ts'
import type { ForeignAccount } from './foreign-account.ts'
import { END_LINE, HEAD_LINE } from './sources/passport.ts'
import type { Services } from '../services/services.ts'

const PAGE_SIZE = 500

/** Options of an export. */
export interface ExportOptions {
  /** Whether password hashes and secrets of authenticator apps come along. */
  hasHashes: boolean
  /** The earliest time at which an account was made. */
  since: number
}

/** Yields the lines of our own format, a page at a time so that memory stays small. */
export async function* exportAccounts(
  services: Services,
  { hasHashes, since }: ExportOptions,
): AsyncGenerator<string[]> {
  yield [toLine(HEAD_LINE)]
  for (let after = ''; ;) {
    const page = await services.imports.accountsAfter(after, since, PAGE_SIZE)
    const ids = page.map(({ id }) => id)
    const links = await services.imports.linksOf(ids)
    const apps = await services.imports.appsOf(ids)
    const seeds = hasHashes ? seedsOf(services, apps) : new Map<string, string>()
    // A passkey belongs to its domain.
    const staying = new Set([
      ...(await services.imports.passkeyOwners(ids)),
      ...apps.map(({ accountId }) => accountId).filter((id) => !seeds.has(id)),
    ])
    yield page.map((account) => {
      const linked = links
        .filter(({ accountId }) => accountId === account.id)
        .map(({ provider, sub }) => ({ provider, sub }))
      const foreign = {
        ...describe(account, hasHashes),
        linked,
        totpSeed: seeds.get(account.id),
        ...(staying.has(account.id) && { losesFactor: true }),
      }
      return toLine(foreign)
    })
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE_SIZE) break
    after = last.id
  }
  yield [toLine(END_LINE)]
}

function toLine(value: object): string {
  return `${JSON.stringify(value)}\n`
}

function describe(account: Account, hasHashes: boolean): Omit<ForeignAccount, 'linked'> {
  const { email, unverifiedEmail, passwordHash } = account
  const address = email ?? unverifiedEmail
  // Hashes of Firebase need a key that stays here.
  const isMovable = passwordHash?.startsWith('$firescrypt$') === false
  return {
    externalId: account.id,
    emails: address === null ? [] : [{ address, isVerified: email !== null, isPrimary: true }],
    mobile: account.mobile ?? undefined,
    username: account.username ?? undefined,
    name: account.name,
    locale: account.locale,
    createdAt: account.createdAt,
    state: account.state,
    cancelAt: account.cancelAt ?? undefined,
    hash: hasHashes && isMovable ? passwordHash : undefined,
  }
}

function seedsOf(
  { authenticatorApps }: Services,
  apps: readonly AuthenticatorApp[],
): Map<string, string> {
  const seeds = new Map<string, string>()
  for (const app of apps) {
    const secret = authenticatorApps.reveal(app)
    if (secret !== undefined && !seeds.has(app.accountId))
      seeds.set(app.accountId, toBase32(secret))
  }
  return seeds
}
