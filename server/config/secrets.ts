import { createHmac, createSecretKey, hkdfSync, randomUUID, type KeyObject } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { object, pattern, string, create } from 'superstruct'
import { ConfigError, type Config } from './config.ts'
import { makeToken } from '../lib/tokens.ts'

/** The two secrets that everything else is derived from. */
export interface Secrets {
  /** Keyed hash for one purpose; hashes of different purposes have nothing in common. */
  keyed(purpose: string, ...parts: readonly string[]): Buffer
  /** Seed of the Ed25519 key that signs sealing keys. */
  readonly sealRoot: Uint8Array
}

const stored = object({
  server: pattern(string(), /^[\w-]{43}$/),
  sealRoot: pattern(string(), /^[\w-]{43}$/),
})

/** Takes the secrets from settings, or from a file that the first start makes. */
export function loadSecrets(config: Config): Secrets {
  if (config.SERVER_SECRET !== '' && config.SEAL_ROOT_KEY !== '') {
    return toSecrets(config.SERVER_SECRET, config.SEAL_ROOT_KEY)
  }
  const file = readOrMake(config.DATA_DIR)
  return toSecrets(config.SERVER_SECRET || file.server, config.SEAL_ROOT_KEY || file.sealRoot)
}

/** Secrets from their base64url texts of 32 bytes each. */
export function toSecrets(server: string, sealRoot: string): Secrets {
  // Key objects: from plain bytes each hash would make one again, at five times the cost.
  const keys = new Map<string, KeyObject>()
  const master = Buffer.from(server, 'base64url')
  return {
    keyed: (purpose, ...parts) => {
      let key = keys.get(purpose)
      if (key === undefined) {
        key = createSecretKey(
          Buffer.from(hkdfSync('sha256', master, '', `passport ${purpose}`, 32)),
        )
        keys.set(purpose, key)
      }
      const hmac = createHmac('sha256', key)
      // A length before each part: two lists never give the same bytes.
      for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:${part}`)
      return hmac.digest()
    },
    sealRoot: Buffer.from(sealRoot, 'base64url'),
  }
}

function readOrMake(folder: string): { server: string; sealRoot: string } {
  const path = join(folder, 'secrets.json')
  if (!existsSync(path)) makeSecrets(folder, path)
  try {
    return create(JSON.parse(readFileSync(path, 'utf8')), stored)
  } catch (cause) {
    throw new ConfigError(
      `${path} does not hold the keys of this server; restore it from a backup.`,
      { cause },
    )
  }
}

// Linked into place: of two instances that start at once, one makes the file and both read it.
function makeSecrets(folder: string, path: string): void {
  mkdirSync(folder, { recursive: true })
  const draft = `${path}.${randomUUID()}`
  const handle = openSync(draft, 'wx', 0o600)
  const made = { server: makeToken(), sealRoot: makeToken() }
  writeSync(handle, `${JSON.stringify(made, null, 2)}\n`)
  fsyncSync(handle)
  closeSync(handle)
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
}
