import type { AssertedCredential } from '#protocol/passkeys.ts'
import {
  createPasskey,
  passkeyCreateOptions,
  passkeyLogin,
  passkeyOptions,
} from '#protocol/web/passkeys.ts'
import type { Answer, CallOptions, Client } from './client.ts'
import { answerWith, makePasskey, type Broken, type SoftPasskey } from './soft-authenticator.ts'
import { ORIGIN } from './test-server.ts'

/** A passkey that was added, and the reply. */
export interface AddedPasskey {
  passkey: SoftPasskey
  added: Answer
}

/** Adds a passkey to the account of a client. */
export async function addPasskey(
  client: Client,
  broken: Broken & { algorithm?: number } = {},
  { name = 'Phone', ...options }: CallOptions & { name?: string } = {},
): Promise<AddedPasskey> {
  const begun = await client.call(passkeyCreateOptions, {}, options)
  const made = makePasskey(begun.data.options, options.origin ?? ORIGIN, broken)
  const { add_ticket } = begun.data
  const payload = { credential: made.credential, add_ticket, name }
  return { passkey: made.passkey, added: await client.call(createPasskey, payload, options) }
}

/** Answers a new challenge of sign-in. */
export async function answerToSignIn(
  client: Client,
  passkey: SoftPasskey,
  broken: Broken = {},
  options: CallOptions = {},
): Promise<AssertedCredential> {
  const { data } = await client.call(passkeyOptions, { purpose: 'login' }, options)
  return answerWith(passkey, data.options.challenge, options.origin ?? ORIGIN, broken)
}

/** Signs in with a passkey. */
export async function signInBy(
  client: Client,
  passkey: SoftPasskey,
  broken: Broken = {},
  options: CallOptions = {},
): Promise<Answer> {
  const credential = await answerToSignIn(client, passkey, broken, options)
  return await client.call(passkeyLogin, { credential }, options)
}
