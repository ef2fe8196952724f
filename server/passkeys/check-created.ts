import { createPublicKey } from 'node:crypto'
import type { CreatedCredential } from '#protocol/passkeys.ts'
import type { Call } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import { readAuthenticatorData } from './read-authenticator-data.ts'
import {
  readClientData,
  refused,
  type Answering,
  type PasskeyServices,
} from './read-client-data.ts'

/** Signatures that are taken, the preferred first: EdDSA, ES256, RS256 (COSE). */
export const ALGORITHMS = [-8, -7, -257]

const MIN_RSA_BITS = 2048
const MAX_CREDENTIAL_ID_BYTES = 1023

/** The members of a COSE key, by their numbers. */
const COSE = { type: 1, algorithm: 3, curve: -1, x: -2, y: -3, modulus: -1, exponent: -2 }

/** Checks what `navigator.credentials.create()` returned. @throws passkey_refused, passkeys_unavailable */
export async function checkCreated(
  context: Pick<Call<PasskeyServices>, 'app' | 'caller' | 'now' | 'services'>,
  credential: CreatedCredential,
  answering: Answering,
) {
  const { clientDataJSON, attestationObject, transports = [] } = credential.response
  const { challenge, text } = readClientData(context, clientDataJSON, answering)
  const { PASSKEY_RP_ID: rpId } = context.services.config
  const [{ verifyRegistrationResponse }, helpers] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ])
  try {
    const attested = helpers.decodeAttestationObject(
      Uint8Array.from(Buffer.from(attestationObject, 'base64url')),
    )
    const data = readAuthenticatorData(attested.get('authData'), [rpId])
    // Browsers pass on what no certificate signed; for any other the library would ask strangers.
    const isPlain = ['none', 'packed'].includes(attested.get('fmt'))
    if (!isPlain || attested.get('attStmt').get('x5c') !== undefined) throw refused()
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...credential,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: text,
      expectedOrigin: context.caller.origin ?? '',
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (registrationInfo === undefined) throw refused()
    const { id, publicKey, counter } = registrationInfo.credential
    if (id !== credential.id || Buffer.from(id, 'base64url').length > MAX_CREDENTIAL_ID_BYTES) {
      throw refused()
    }
    const algorithm = requireSoundKey(helpers.isoCBOR.decodeFirst(publicKey))
    return {
      challenge,
      made: {
        ...data,
        credentialId: id,
        publicKey,
        algorithm,
        counter,
        aaguid: registrationInfo.aaguid,
        transports: transports.filter((one) => /^[a-z-]+$/.test(one)).join(','),
      },
    }
  } catch (cause) {
    // Whatever else it throws is about bytes that a stranger sent.
    throw cause instanceof PassportError ? cause : refused()
  }
}

// Nothing is signed here, so a key that is none would be found out only at the next sign-in.
function requireSoundKey(key: ReadonlyMap<number, unknown>): number {
  const text = (name: keyof typeof COSE): string =>
    Buffer.from(key.get(COSE[name]) as Uint8Array).toString('base64url')
  const [type, algorithm, curve] = [COSE.type, COSE.algorithm, COSE.curve].map((one) =>
    key.get(one),
  )
  if (type === 2 && algorithm === -7 && curve === 1) {
    createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: text('x'), y: text('y') } })
    return algorithm
  }
  if (type === 1 && algorithm === -8 && curve === 6) {
    createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: text('x') } })
    return algorithm
  }
  if (type !== 3 || algorithm !== -257) throw refused()
  const rsa = { kty: 'RSA', n: text('modulus'), e: text('exponent') }
  const { asymmetricKeyDetails: details } = createPublicKey({ format: 'jwk', key: rsa })
  if ((details?.modulusLength ?? 0) < MIN_RSA_BITS) throw refused()
  return algorithm
}
