import type { CreatedCredential, CreationOptions } from '#protocol/passkeys.ts'
import { answerOf, toBytes, toDescriptor, toText } from './passkey-request.ts'

/** Asks for a new passkey; InvalidStateError where the authenticator has one of the account. */
export async function makePasskey(
  options: CreationOptions,
  signal: AbortSignal,
): Promise<CreatedCredential> {
  signal.throwIfAborted()
  const { user } = options
  const { id, rawId, response } = await answerOf(
    navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: toBytes(options.challenge),
        user: { ...user, id: toBytes(user.id) },
        excludeCredentials: options.excludeCredentials.map(toDescriptor),
      },
      signal,
    }),
  )
  const { clientDataJSON, attestationObject, getTransports } =
    response as AuthenticatorAttestationResponse
  return {
    id,
    rawId: toText(rawId),
    type: 'public-key',
    response: {
      clientDataJSON: toText(clientDataJSON),
      attestationObject: toText(attestationObject),
      ...(getTransports && { transports: getTransports.call(response) }),
    },
  }
}
