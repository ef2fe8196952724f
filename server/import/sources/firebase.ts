import { linksAt, listAt, textAt } from '../fields.ts'
import type { SourceOptions } from '../foreign-account.ts'
import { hashParameter } from '../hash-config.ts'
import { ImportError } from '../import-error.ts'
import { mappedSource } from '../mapped-source.ts'
import { eachOf, readJson } from '../read-file.ts'

/** Firebase: the file of `firebase auth:export`, with the project's hash parameters. */
export const firebase = mappedSource({
  records: eachOf(readUsers),
  // Firebase stores numbers that were proved alone.
  map: `external_id=localId email=email email_verified=emailVerified mobile=phoneNumber
    mobile_verified=:yes name=displayName created_at=createdAt blocked=disabled lost_factor=mfaInfo`,
  taken: 'passwordHash salt providerUserInfo lastSignedInAt',
  change: (user, { hashConfig = '' }) => ({
    hash: hashOf(user, hashConfig),
    linked: linksAt(user, 'providerUserInfo', { provider: 'providerId', sub: 'rawId' }),
  }),
})

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

function hashOf(user: object, config: string): string | undefined {
  const hash = textAt(user, 'passwordHash')
  if (hash === undefined) return undefined
  const of = (name: string): string => hashParameter(config, name)
  const cost = `m=${of('mem_cost')}$r=${of('rounds')}$s=${of('base64_salt_separator')}`
  return `$f_scrypt$${hash}$${textAt(user, 'salt') ?? ''}$${cost}`
}
