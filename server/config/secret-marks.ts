import { hash } from 'node:crypto'
import { ConfigError } from './config.ts'
import type { Secrets } from './secrets.ts'

/** What the marks of secrets need from a database. */
export interface SecretMarkRepository {
  /** The marks that are kept, by the name of their setting. */
  all(): Promise<ReadonlyMap<string, string>>
  /** Keeps a mark where there is none. */
  insert(name: string, mark: string): Promise<void>
  /** Keeps a mark in place of another. */
  replace(name: string, mark: string): Promise<void>
}

/** One-way marks of the secrets, by the names of their settings: they tell two apart, and no more. */
export function marksOf(secrets: Secrets): readonly (readonly [name: string, mark: string])[] {
  return [
    ['SERVER_SECRET', secrets.keyed('secret mark').toString('base64url')],
    ['SEAL_ROOT_KEY', hash('sha256', `secret mark ${toText(secrets.sealRoot)}`, 'base64url')],
  ]
}

/**
 * Leaves the marks of the secrets in a database that has none. @throws ConfigError where it was used
 * with others: codes, devices and keys of one instance would mean nothing to the next.
 */
export async function ensureSameSecrets(
  store: SecretMarkRepository,
  secrets: Secrets,
): Promise<void> {
  const own = marksOf(secrets)
  let kept = await store.all()
  const fresh = own.filter(([name]) => !kept.has(name))
  if (fresh.length > 0) {
    for (const [name, mark] of fresh) await store.insert(name, mark)
    // Another instance may have been first.
    kept = await store.all()
  }
  const other = own.find(([name, mark]) => kept.get(name) !== mark)
  if (other === undefined) return
  throw new ConfigError(
    `${other[0]} is not the one this database was first used with; give every instance the same SERVER_SECRET and SEAL_ROOT_KEY, or the secrets.json of the first one in DATA_DIR, and if the change is meant, run "npm run server -- keys accept".`,
  )
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
