import type { AssertedCredential } from '#protocol/passkeys.ts'
import type { Call } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Passkey } from '../store/schema/proofs.ts'
import type { PasskeyAnswer } from './passkeys.ts'
import { readAuthenticatorData, rpIdsOf } from './read-authenticator-data.ts'
import {
  readClientData,
  refused,
  type Answering,
  type PasskeyServices,
} from './read-client-data.ts'

/**
 * Checks what `navigator.credentials.get()` returned; cheap checks come first, the signature last.
 * Whoever answers for an account needs a passkey of it.
 * @throws passkey_refused, passkey_unknown, passkeys_unavailable
 */
export async function checkAnswer(
  context: Pick<Call<PasskeyServices>, 'app' | 'caller' | 'now' | 'services'>,
  credential: AssertedCredential,
  answering: Answering,
): Promise<PasskeyAnswer> {
  const { config, passkeys } = context.services
  const { response } = credential
  const { challenge, text } = readClientData(context, response.clientDataJSON, answering)
  const data = readAuthenticatorData(
    Buffer.from(response.authenticatorData, 'base64url'),
    rpIdsOf(config),
  )
  const passkey = await passkeys.find(credential.id)
  if (passkey === undefined) throw new PassportError('passkey_unknown')
  const { isBackupEligible, rpId, state } = passkey
  if (state !== 'active') throw refused('copied')
  if (data.rpId !== rpId) throw refused('domain')
  if (data.isBackupEligible !== isBackupEligible) throw refused()
  requireOwner(passkey, response.userHandle ?? undefined, answering)
  await requireSignature(credential, passkey, text, context.caller.origin ?? '')
  const { counter, isBackedUp } = data
  return { passkey, use: { id: passkey.id, counter, isBackedUp }, challenge }
}

function requireOwner(
  { accountId, userHandle }: Passkey,
  handle: string | undefined,
  answering: Answering,
): void {
  if (answering.accountId !== '' && answering.accountId !== accountId) throw refused('owner')
  // At sign-in the handle says whom the authenticator means.
  const isNamed = answering.accountId === '' || handle !== undefined
  if (isNamed && handle !== userHandle) throw refused('owner')
}

async function requireSignature(
  credential: AssertedCredential,
  { credentialId, publicKey, rpId }: Passkey,
  challenge: string,
  origin: string,
): Promise<void> {
  // It takes a fifth of a second and 25 MB, which servers without passkeys need not spend.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { clientDataJSON, authenticatorData, signature } = credential.response
  try {
    const { verified } = await verifyAuthenticationResponse({
      response: {
        ...credential,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      // The statement that uses the answer up compares the counter.
      credential: { id: credentialId, publicKey: Uint8Array.from(publicKey), counter: 0 },
      requireUserVerification: true,
    })
    if (!verified) throw refused('signature')
  } catch (cause) {
    // Whatever else it throws is about bytes that a stranger sent.
    throw cause instanceof PassportError ? cause : refused('signature')
  }
}
