import { hash } from 'node:crypto'
import { decryptText, encryptText } from '../lib/encrypt-text.ts'
import { makeToken } from '../lib/tokens.ts'
import { ConfigError } from './config.ts'
import { withLastingKey, type Secrets } from './secrets.ts'

/** Stores marks of secrets, and the lasting key, encrypted. */
export interface SecretMarkRepository {
  /** Returns what is stored, by the name of the setting. */
  all(): Promise<ReadonlyMap<string, string>>
  /** Stores a mark unless there is one. */
  insert(name: string, mark: string): Promise<void>
  /** Stores a mark in place of the earlier one. */
  replace(name: string, mark: string): Promise<void>
}

const LASTING_KEY = 'LASTING_KEY'

/** One-way digests of a secret and of those accepted beside it, called their marks. */
interface Marks {
  /** Name of the setting. */
  name: string
  present: string
  former: readonly string[]
}

function marksOf({ accepted, sealRoots }: Secrets): Marks[] {
  const toMarks = (name: string, [present = '', ...former]: readonly string[]): Marks => ({
    name,
    present,
    former,
  })
  const rootMarks = sealRoots.map((root) =>
    hash('sha256', `secret mark ${toText(root)}`, 'base64url'),
  )
  return [
    toMarks('SERVER_SECRET', accepted('secret mark').map(toText)),
    toMarks('SEAL_ROOT_KEY', rootMarks),
  ]
}

/**
 * Returns the secrets with the lasting key of their database; marks them in one that is new, or where
 * they follow accepted ones. @throws ConfigError when it was used with others
 */
export async function admitSecrets(
  store: SecretMarkRepository,
  secrets: Secrets,
): Promise<Secrets> {
  const marks = marksOf(secrets)
  let stored = await store.all()
  const missing = marks.filter(({ name }) => !stored.has(name))
  for (const { name, present } of missing) await store.insert(name, present)
  // Another instance may have been first.
  if (missing.length > 0) stored = await store.all()
  for (const { name, present, former } of marks) {
    if (![present, ...former].includes(stored.get(name) ?? '')) throw otherSecret(name)
  }
  if (!stored.has(LASTING_KEY)) {
    await store.insert(LASTING_KEY, encryptText(lastingKeyKeys(secrets)[0], makeToken()))
    stored = await store.all()
  }
  const lastingKey = openLastingKey(secrets, stored)
  if (lastingKey === undefined) throw otherSecret('SERVER_SECRET')
  await markPresent(store, secrets, stored, lastingKey)
  return withLastingKey(secrets, lastingKey)
}

/** Accepts the secrets as those of the database; data that none of them decrypts is created again. */
export async function acceptSecrets(store: SecretMarkRepository, secrets: Secrets): Promise<void> {
  const stored = await store.all()
  await markPresent(store, secrets, stored, openLastingKey(secrets, stored) ?? makeToken())
}

async function markPresent(
  store: SecretMarkRepository,
  secrets: Secrets,
  stored: ReadonlyMap<string, string>,
  lastingKey: string,
): Promise<void> {
  for (const { name, present } of marksOf(secrets)) {
    if (stored.get(name) !== present) await store.replace(name, present)
  }
  const [key] = lastingKeyKeys(secrets)
  if (decryptText(key, stored.get(LASTING_KEY) ?? '') !== lastingKey) {
    await store.replace(LASTING_KEY, encryptText(key, lastingKey))
  }
}

function openLastingKey(secrets: Secrets, stored: ReadonlyMap<string, string>): string | undefined {
  const encrypted = stored.get(LASTING_KEY) ?? ''
  return lastingKeyKeys(secrets)
    .map((key) => decryptText(key, encrypted))
    .find((opened) => opened !== undefined)
}

function lastingKeyKeys(secrets: Secrets): ReturnType<Secrets['accepted']> {
  return secrets.accepted('lasting key')
}

function otherSecret(name: string): ConfigError {
  return new ConfigError(
    `${name} is not the one this database is used with; give every instance the same SERVER_SECRET and SEAL_ROOT_KEY, or the secrets.json of the first one in DATA_DIR, and if the change is meant, set ${name}_FORMER to the earlier one, or run "npm run server -- keys accept" where it is lost.`,
  )
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
