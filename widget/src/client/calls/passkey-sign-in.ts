import type { AssertedCredential } from '#protocol/passkeys.ts'
import { passkeyHostCode, passkeyLogin, passkeyOptions } from '#protocol/web/passkeys.ts'
import { isRejection } from '../errors.ts'
import { signalPasskeys, signalUnknown } from '../passkey-signals.ts'
import type { Send } from './send.ts'

/** The exchange code that a page of another site asks for. */
interface CodeRequest {
  redirectUri: string
  state: string
  codeChallenge: string
}

/** Returns what a sign-in asks the authenticators for, by default for passkeys of the present RP ID. */
export async function askForPasskey(send: Send, rpId?: string) {
  const older = rpId === undefined ? {} : { rp_id: rpId }
  const wire = await send(passkeyOptions, { purpose: 'login', ...older })
  return { options: wire.options, formerRpIds: wire.former_rp_ids }
}

/** Signs in, and tells the authenticators what the account has; of a passkey of nobody, that it is gone. */
export async function signInByPasskey(send: Send, credential: AssertedCredential, rpId: string) {
  const call = send(passkeyLogin, { credential })
  const { signals, ...user } = await withoutUnknown(call, credential, rpId)
  await signalPasskeys(signals)
  return user
}

/** Gets an exchange code, and no session, likewise. */
export async function codeByPasskey(
  send: Send,
  credential: AssertedCredential,
  rpId: string,
  { redirectUri, state, codeChallenge }: CodeRequest,
) {
  const call = send(passkeyHostCode, {
    credential,
    redirect_uri: redirectUri,
    state,
    code_challenge: codeChallenge,
  })
  const { signals, ...wire } = await withoutUnknown(call, credential, rpId)
  await signalPasskeys(signals)
  return { code: wire.code, state, iss: wire.iss, redirectUrl: wire.redirect_url }
}

async function withoutUnknown<Answer>(
  call: Promise<Answer>,
  { id }: AssertedCredential,
  rpId: string,
): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    // Only then: a refused one may be somebody's.
    if (isRejection(error, 'passkey_unknown')) await signalUnknown(rpId, id)
    throw error
  }
}
