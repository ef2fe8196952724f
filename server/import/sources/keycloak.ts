import { toBase32 } from '../../authenticator-apps/totp.ts'
import { at, linksAt, listAt, textAt } from '../fields.ts'
import { ImportError } from '../import-error.ts'
import { mappedSource } from '../mapped-source.ts'
import { eachOf, parseJson, readJson } from '../read-file.ts'

/** Keycloak: realm files with users, one or several. */
export const keycloak = mappedSource({
  records: eachOf(readUsers),
  map: `external_id=id username=username email=email email_verified=emailVerified
    name=firstName+lastName locale=attributes.locale.0 created_at=createdTimestamp blocked=!enabled`,
  taken: 'credentials federatedIdentities',
  change: (user) => {
    if (textAt(user, 'serviceAccountClientId') !== undefined) return 'skipped'
    const credentials = listAt(user, 'credentials').map(readCredential)
    const password = credentials.find(({ type }) => type === 'password')
    const app = credentials.find(({ type, data }) => type === 'otp' && isUsual(data))
    const seed = textAt(app?.secret, 'value')
    return {
      hash: password && hashOf(password.secret, password.data),
      linked: linksAt(user, 'federatedIdentities', { provider: 'identityProvider', sub: 'userId' }),
      // The text itself, not what it stands for in base 32.
      totpSeed: seed && toBase32(Buffer.from(seed)),
      losesFactor: credentials.some((one) => one !== app && /^(?:otp|webauthn)/.test(one.type)),
    }
  },
})

async function* readUsers(file: string): AsyncGenerator {
  const users = listAt(await readJson(file), 'users')
  if (users.length === 0) {
    throw new ImportError(
      `"${file}" has no users: export the realm by "kc.sh export --users realm_file", because the console leaves them out.`,
    )
  }
  yield* users
}

// Since version 8 in two JSON texts, before in fields, where the types are `totp` and `hotp`.
function readCredential(one: unknown) {
  const type = textAt(one, 'type') ?? ''
  const value = textAt(one, 'hashedSaltedValue')
  return {
    type: type.replace(/^[ht]otp$/, 'otp'),
    secret: parseJson(textAt(one, 'secretData') ?? '') ?? { value, salt: at(one, 'salt') },
    data: parseJson(textAt(one, 'credentialData') ?? '') ?? { ...(one as object), subType: type },
  }
}

// What authenticator apps here expect.
function isUsual(data: unknown): boolean {
  const usual = { subType: 'totp', digits: '6', period: '30', algorithm: 'HmacSHA1' }
  return Object.entries(usual).every(([name, value]) => textAt(data, name) === value)
}

function hashOf(secret: unknown, data: unknown): string {
  const unpadded = (path: string): string => (textAt(secret, path) ?? '').replaceAll('=', '')
  const end = `$${unpadded('salt')}$${unpadded('value')}`
  const rounds = textAt(data, 'hashIterations')
  const algorithm = textAt(data, 'algorithm') ?? 'pbkdf2'
  const option = (name: string): string => textAt(data, `additionalParameters.${name}.0`) ?? ''
  if (algorithm === 'argon2') {
    const version = option('version') === '1.0' ? 16 : 19
    const cost = `m=${option('memory')},t=${rounds},p=${option('parallelism')}`
    return `$argon2${option('type')}$v=${version}$${cost}${end}`
  }
  return `$${algorithm === 'pbkdf2' ? 'pbkdf2-sha1' : algorithm}$i=${rounds}${end}`
}
