import { linksAt, listAt, textAt } from '../fields.ts'
import type { Source, SourceOptions } from '../foreign-account.ts'
import { ImportError } from '../import-error.ts'
import { mappedSource } from '../mapped-source.ts'
import { eachOf, readJson } from '../read-file.ts'

const SIGNER_KEY_BYTES = 64

/** Firebase: the file of `firebase auth:export`, with the project's hash parameters. */
export const firebase: Source = {
  ...mappedSource({
    records: eachOf(readUsers),
    // Firebase stores numbers that were proved alone.
    map: `external_id=localId email=email email_verified=emailVerified mobile=phoneNumber
      mobile_verified=:yes name=displayName created_at=createdAt blocked=disabled lost_factor=mfaInfo`,
    taken: 'passwordHash salt providerUserInfo lastSignedInAt',
    change: (user, { importId, hashConfig = '' }) => ({
      hash: hashOf(user, importId, hashConfig),
      linked: linksAt(user, 'providerUserInfo', { provider: 'providerId', sub: 'rawId' }),
    }),
  }),
  readKey: (text) => {
    const key = Buffer.from(parameter(text, 'base64_signer_key'), 'base64')
    const isWhole =
      key.length === SIGNER_KEY_BYTES && parameter(text, 'base64_salt_separator') !== ''
    const hasCosts = ['mem_cost', 'rounds'].every((name) => Number(parameter(text, name)) > 0)
    if (isWhole && hasCosts) return key
    throw new ImportError(
      'The file of --hash-config needs base64_signer_key, base64_salt_separator, rounds and mem_cost, as the console shows them.',
    )
  },
}

async function* readUsers(file: string, { hashConfig }: SourceOptions): AsyncGenerator {
  const users = listAt(await readJson(file), 'users')
  if (users.length === 0) throw new ImportError(`"${file}" has no "users".`)
  if (hashConfig === undefined && users.some((user) => textAt(user, 'passwordHash'))) {
    throw new ImportError(
      'The passwords of these people need the hash parameters of the project: --hash-config file.',
    )
  }
  yield* users
}

function hashOf(user: object, importId: string, config: string): string | undefined {
  const hash = textAt(user, 'passwordHash')
  if (hash === undefined) return undefined
  const separator = Buffer.from(parameter(config, 'base64_salt_separator'), 'base64')
  const salt = Buffer.concat([Buffer.from(textAt(user, 'salt') ?? '', 'base64'), separator])
  const cost = `ln=${parameter(config, 'mem_cost')},r=${parameter(config, 'rounds')},k=${importId}`
  return `$firescrypt$${cost}$${salt.toString('base64')}$${hash}`
}

function parameter(config: string, name: string): string {
  return new RegExp(String.raw`\b${name}["']?\s*[:=]\s*["']?([\w+/=-]+)`).exec(config)?.[1] ?? ''
}
