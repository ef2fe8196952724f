import { hash } from 'node:crypto'
import { ConfigError } from './config.ts'
import type { Secrets } from './secrets.ts'

/** Stores marks of secrets. */
export interface SecretMarkRepository {
  /** Returns the stored marks by the name of their setting. */
  all(): Promise<ReadonlyMap<string, string>>
  /** Stores a mark unless there is one. */
  insert(name: string, mark: string): Promise<void>
  /** Stores a mark in place of the earlier one. */
  replace(name: string, mark: string): Promise<void>
}

/** Returns a one-way digest of each secret, called its mark, by the name of the setting. */
export function marksOf(secrets: Secrets): readonly (readonly [name: string, mark: string])[] {
  return [
    ['SERVER_SECRET', secrets.keyed('secret mark').toString('base64url')],
    ['SEAL_ROOT_KEY', hash('sha256', `secret mark ${toText(secrets.sealRoot)}`, 'base64url')],
  ]
}

/**
 * Stores the marks of the secrets in a database that has none. @throws ConfigError when it was used
 * with other secrets: what one instance has hashed or sealed would mean nothing to the next
 */
export async function ensureSameSecrets(
  store: SecretMarkRepository,
  secrets: Secrets,
): Promise<void> {
  const marks = marksOf(secrets)
  let stored = await store.all()
  const missing = marks.filter(([name]) => !stored.has(name))
  if (missing.length > 0) {
    for (const [name, mark] of missing) await store.insert(name, mark)
    // Another instance may have been first.
    stored = await store.all()
  }
  const changed = marks.find(([name, mark]) => stored.get(name) !== mark)
  if (changed === undefined) return
  throw new ConfigError(
    `${changed[0]} is not the one this database was first used with; give every instance the same SERVER_SECRET and SEAL_ROOT_KEY, or the secrets.json of the first one in DATA_DIR, and if the change is meant, run "npm run server -- keys accept".`,
  )
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
