import type { RequestOptions } from '#protocol/passkeys.ts'
import type { Call } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Passkey } from '../store/schema/proofs.ts'
import { CHALLENGE_MS } from './challenges.ts'
import { rpIdsOf } from './read-authenticator-data.ts'
import { challengeUseOf, type Answering, type PasskeyServices } from './read-client-data.ts'

/**
 * Returns options for `navigator.credentials.get()`. Without an account they name no passkey, and
 * nothing is read or stored. @throws passkeys_unavailable, also for an unknown RP ID
 */
export async function requestOptions(
  context: Pick<Call<PasskeyServices>, 'app' | 'caller' | 'now' | 'services'>,
  answering: Answering,
  wantedRpId: string | undefined,
): Promise<RequestOptions> {
  const { config, passkeys } = context.services
  const use = challengeUseOf(context, answering)
  const own = answering.accountId === '' ? [] : await passkeys.of(answering.accountId)
  const present = config.PASSKEY_RP_ID
  // Somebody whose passkeys are all older is asked for these at once.
  const hasPresent = own.length === 0 || own.some((one) => one.rpId === present)
  const rpId = wantedRpId ?? (hasPresent ? present : (own[0]?.rpId ?? present))
  if (!rpIdsOf(config).includes(rpId)) throw new PassportError('passkeys_unavailable')
  return {
    challenge: passkeys.challenges.issue(use, context.now),
    rpId,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials: describeCredentials(own, rpId),
  }
}

/** Returns passkeys of a domain in the form that browsers take. */
export function describeCredentials(
  passkeys: readonly Passkey[],
  rpId: string,
): RequestOptions['allowCredentials'] {
  return passkeys
    .filter((one) => one.rpId === rpId)
    .map(({ credentialId: id, transports }) => ({
      type: 'public-key',
      id,
      ...(transports === '' ? {} : { transports: transports.split(',') }),
    }))
}
