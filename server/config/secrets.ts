import { createHmac, createSecretKey, hkdfSync, randomUUID, type KeyObject } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { object, pattern, string, create } from 'superstruct'
import { makeToken } from '../lib/tokens.ts'
import { ConfigError, type Config } from './config.ts'

/** Returns a keyed hash; each purpose has a key of its own. */
type Keyed = (purpose: string, ...parts: readonly string[]) => Buffer

/** The secrets from which all others are derived. */
export interface Secrets {
  /** Keyed hashes and keys of things that live for minutes, under the present SERVER_SECRET. */
  readonly keyed: Keyed
  /** The same under each accepted SERVER_SECRET, the present one first. */
  accepted(...of: Parameters<Keyed>): readonly [Buffer, ...Buffer[]]
  /** Ids, and keyed hashes that rows are found by: they stay the same when SERVER_SECRET is changed. */
  readonly lasting: Keyed
  /** Seeds of the accepted Ed25519 keys that sign sealing keys, the present one first. */
  readonly sealRoots: readonly [Uint8Array, ...Uint8Array[]]
}

const stored = object({
  server: pattern(string(), /^[\w-]{43}$/),
  sealRoot: pattern(string(), /^[\w-]{43}$/),
})

/** Returns the secrets of the settings, or of a file that the first start creates. */
export function loadSecrets(config: Config): Secrets {
  const former = { server: config.SERVER_SECRET_FORMER, sealRoot: config.SEAL_ROOT_KEY_FORMER }
  if (config.SERVER_SECRET !== '' && config.SEAL_ROOT_KEY !== '') {
    return toSecrets(config.SERVER_SECRET, config.SEAL_ROOT_KEY, former)
  }
  const { server, sealRoot } = readOrCreate(config.DATA_DIR)
  return toSecrets(config.SERVER_SECRET || server, config.SEAL_ROOT_KEY || sealRoot, former)
}

/** Returns secrets from their base64url texts of 32 bytes each, and those accepted beside them. */
export function toSecrets(
  server: string,
  sealRoot: string,
  former: { server?: string; sealRoot?: string } = {},
): Secrets {
  const keyed = createKeyed(server)
  const others = former.server ? [createKeyed(former.server)] : []
  const otherRoots = former.sealRoot ? [Buffer.from(former.sealRoot, 'base64url')] : []
  return {
    keyed,
    accepted: (...of) => [keyed(...of), ...others.map((other) => other(...of))],
    lasting: keyed,
    sealRoots: [Buffer.from(sealRoot, 'base64url'), ...otherRoots],
  }
}

/** Returns the secrets with the lasting key of a database, base64url. */
export function withLastingKey(secrets: Secrets, lastingKey: string): Secrets {
  return { ...secrets, lasting: createKeyed(lastingKey) }
}

function createKeyed(secretText: string): Keyed {
  // Key objects are cached, because creating one costs five times as much as a hash.
  const keys = new Map<string, KeyObject>()
  const master = Buffer.from(secretText, 'base64url')
  return (purpose, ...parts) => {
    let key = keys.get(purpose)
    if (key === undefined) {
      key = createSecretKey(Buffer.from(hkdfSync('sha256', master, '', `passport ${purpose}`, 32)))
      keys.set(purpose, key)
    }
    const hmac = createHmac('sha256', key)
    // With a length before each part, two lists never give the same bytes.
    for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:${part}`)
    return hmac.digest()
  }
}

function readOrCreate(folder: string): { server: string; sealRoot: string } {
  const path = join(folder, 'secrets.json')
  if (!existsSync(path)) createSecrets(folder, path)
  try {
    return create(JSON.parse(readFileSync(path, 'utf8')), stored)
  } catch (cause) {
    throw new ConfigError(
      `${path} does not hold the keys of this server; restore it from a backup.`,
      { cause },
    )
  }
}

function createSecrets(folder: string, path: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    writeSecrets(path)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === undefined) throw cause
    throw new ConfigError(
      `DATA_DIR is "${folder}", but no file can be made there (${code}); name a folder that this user can write to, on a disk with space.`,
      { cause },
    )
  }
}

// The file is linked into place: if two instances start at once, one creates it and both read it.
function writeSecrets(path: string): void {
  const draft = `${path}.${randomUUID()}`
  const secrets = { server: makeToken(), sealRoot: makeToken() }
  try {
    writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, {
      flag: 'wx',
      mode: 0o600,
      flush: true,
    })
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
}
