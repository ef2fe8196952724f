import { boolean, is, literal, optional, string, type } from 'superstruct'
import { parseUntrustedJson } from '#protocol/untrusted-json.ts'
import type { Call } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Config } from '../config/config.ts'
import type { TrustedDevices } from '../two-step/trusted-devices.ts'
import type { ChallengeUse, IssuedChallenge } from './challenges.ts'
import { requirePasskeyOrigin } from '../apps/passkey-origins.ts'
import type { Passkeys } from './passkeys.ts'

export interface PasskeyServices {
  config: Config
  passkeys: Passkeys
  trustedDevices: TrustedDevices
}

/** Who answers which kind of challenge. */
export type Answering = Pick<ChallengeUse, 'purpose' | 'accountId' | 'session'>

/** Returns what a challenge is bound to in this call. @throws passkeys_unavailable */
export function challengeUseOf(
  context: Pick<Call<PasskeyServices>, 'app' | 'caller' | 'services'>,
  answering: Answering,
): ChallengeUse {
  return {
    ...answering,
    aid: context.app.aid,
    browser: context.services.trustedDevices.hashOf(context.caller.webId),
    origin: requirePasskeyOrigin(context),
  }
}

/** What the browser signed: which page asked for what. */
const clientData = type({
  type: string(),
  challenge: string(),
  origin: string(),
  crossOrigin: optional(boolean()),
})

/**
 * Returns the challenge that a browser answered, and its text, if this page asked for it.
 * @throws passkey_refused, passkeys_unavailable
 */
export function readClientData(
  context: Pick<Call<PasskeyServices>, 'app' | 'caller' | 'now' | 'services'>,
  encoded: string,
  answering: Answering,
): { challenge: IssuedChallenge; text: string } {
  const use = challengeUseOf(context, answering)
  const data = parseClientData(encoded)
  if (!is(data, clientData)) throw refused()
  const { challenges } = context.services.passkeys
  const challenge = challenges.read(data.challenge, use, context.now)
  if (challenge === undefined) throw refused('too late')
  const expected = answering.purpose === 'create' ? 'webauthn.create' : 'webauthn.get'
  if (!is(data.type, literal(expected)) || data.origin !== use.origin) throw refused('page')
  // A page of another site that frames this one could lead a person by the nose.
  if (data.crossOrigin === true || 'topOrigin' in data) throw refused('page')
  return { challenge, text: data.challenge }
}

/** The error of an answer that does not hold; it says why to support alone. */
export function refused(method = 'malformed'): PassportError {
  return new PassportError('passkey_refused', {}, { method })
}

function parseClientData(encoded: string): unknown {
  try {
    return parseUntrustedJson(Buffer.from(encoded, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
