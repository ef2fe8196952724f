import type { CreatedCredential, CreationOptions } from '#protocol/passkeys.ts'
import { lockUsable } from '../accounts/lock-usable.ts'
import { notifyOwner } from '../accounts/notify.ts'
import { brandOf } from '../apps/brand.ts'
import { signedIn, type Call } from '../calls/call.ts'
import { describeDevice } from '../lib/describe-device.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Services } from '../services/services.ts'
import type { Passkey } from '../store/schema/proofs.ts'
import { challengeStepUp } from '../two-step/step-up.ts'
import { CHALLENGE_MS } from '../passkeys/challenges.ts'
import { ALGORITHMS, checkCreated } from '../passkeys/check-created.ts'
import { personOf } from '../passkeys/describe-passkeys.ts'
import { providerOf } from '../passkeys/providers.ts'
import { challengeUseOf, refused, type Answering } from '../passkeys/read-client-data.ts'
import { describeCredentials } from '../passkeys/request-options.ts'
import { drawFirstCodes, storeFirstCodes } from './manage-codes.ts'

type Context = Call<Services>

/** Purpose of the ticket that allows to add a passkey. */
const ADD_PASSKEY = 'add_passkey'

const MAX_PASSKEYS = 20

function creating(context: Context): Answering {
  const { accountId, id: session } = signedIn(context)
  return { purpose: 'create', accountId, session }
}

/** Begins to add a passkey. @throws passkeys_unavailable, method_limit, second_verify, ticket_expired */
export async function beginPasskey(
  context: Context,
  ticket: string | undefined,
): Promise<{ options: CreationOptions; ticket: string }> {
  const { account, accountId, id: session } = signedIn(context)
  const { config, passkeys, transaction } = context.services
  const use = challengeUseOf(context, creating(context))
  const requireRecent = await challengeStepUp(context, ticket, accountId)
  const reference = await transaction(async (tx) => {
    await requireRecent(tx)
    await requireRoom(tx, accountId)
    return await tx.tickets.issue({
      purpose: ADD_PASSKEY,
      aid: context.app.aid,
      holder: accountId,
      data: { session },
    })
  })
  const rp = { id: config.PASSKEY_RP_ID, name: brandOf(config, context.app.settings).name }
  const options: CreationOptions = {
    challenge: passkeys.challenges.issue(use, context.now),
    rp,
    user: { id: passkeys.handleOf(accountId), ...personOf(account) },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_MS,
    attestation: 'none',
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    // A second one in the same authenticator would take the place of the first.
    excludeCredentials: describeCredentials(await passkeys.of(accountId), rp.id),
  }
  return { options, ticket: reference }
}

/**
 * Adds a passkey, and recovery codes where the account had none; the same one again is what it was.
 * @throws passkey_refused, passkey_exists, method_limit, ticket_expired
 */
export async function addPasskey(
  context: Context,
  credential: CreatedCredential,
  { name, ticket }: { name: string | undefined; ticket: string },
) {
  const { accountId, id: session } = signedIn(context)
  const { passkeys, tickets, transaction } = context.services
  const held = await tickets.peek(ADD_PASSKEY, context.app.aid, ticket)
  const isAllowed = held?.holder === accountId && held.data.session === session
  const former = isAllowed ? undefined : await passkeys.find(credential.id)
  if (!isAllowed && former?.accountId !== accountId) throw new PassportError('ticket_expired')
  const { made, challenge } = await checkCreated(context, credential, creating(context))
  const drawn = await drawFirstCodes(context, former)
  return await transaction(async (tx) => {
    const account = await lockUsable(tx, accountId)
    const known = await tx.passkeys.find(made.credentialId)
    if (known?.accountId === accountId) {
      return { passkey: known, codes: await storeFirstCodes(context, tx, account, drawn, known) }
    }
    if (known !== undefined) throw new PassportError('passkey_exists')
    await tx.tickets.claim(ADD_PASSKEY, context.app.aid, ticket, accountId)
    await requireRoom(tx, accountId)
    if (!(await tx.passkeys.spendChallenge(challenge))) throw refused('too late')
    const passkey = await tx.passkeys.add({
      ...made,
      accountId,
      userHandle: tx.passkeys.handleOf(accountId),
      name: name ?? nameOf(context, made.aaguid),
    })
    if (passkey === undefined) throw new PassportError('passkey_exists')
    const codes = await storeFirstCodes(context, tx, account, drawn)
    await tx.rememberedBrowsers.forget(accountId)
    await tx.events.note(context, 'passkey_added', accountId)
    await notifyOwner(tx, context, account, { event: 'passkey_added' })
    return { passkey, codes }
  })
}

/** Takes a suspect passkey back into use. @throws method_not_found, second_verify, ticket_expired */
export async function confirmPasskey(
  context: Context,
  id: string,
  ticket: string | undefined,
): Promise<Passkey> {
  const { accountId } = signedIn(context)
  const requireRecent = await challengeStepUp(context, ticket, id)
  return await context.services.transaction(async (tx) => {
    await requireRecent(tx)
    await lockUsable(tx, accountId)
    const confirmed = await tx.passkeys.confirm(accountId, id)
    if (confirmed === undefined) throw new PassportError('method_not_found')
    return confirmed
  })
}

function nameOf({ caller }: Context, aaguid: string): string {
  return providerOf(aaguid) || describeDevice(caller.userAgent) || 'Passkey'
}

async function requireRoom(tx: Services, accountId: string): Promise<void> {
  const own = await tx.passkeys.of(accountId)
  if (own.length >= MAX_PASSKEYS) throw new PassportError('method_limit')
}
