import { lockUsable } from '../accounts/lock-usable.ts'
import { notifyOwner } from '../accounts/notify.ts'
import { formatRecipient } from '../accounts/recipients.ts'
import { recipientsOf } from '../accounts/owner-recipients.ts'
import { brandOf } from '../apps/brand.ts'
import type { AuthenticatorApps } from '../authenticator-apps/authenticator-apps.ts'
import { toBase32, totpUri } from '../authenticator-apps/totp.ts'
import { signedIn, type Call, type RequestSource } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import { hashToken } from '../lib/tokens.ts'
import { drawQr } from '../qr-sign-in/draw-qr.ts'
import type { Services } from '../services/services.ts'
import { TICKET_LIFE_MS } from '../tickets/tickets.ts'
import { methodsReaching } from '../two-step/account-level.ts'
import { challengeStepUp } from '../two-step/step-up.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { AuthenticatorApp } from '../store/schema/proofs.ts'
import { drawFirstCodes, removeNeedlessCodes, storeFirstCodes } from './manage-codes.ts'
import { changeRequiredLevel } from './set-required-level.ts'

type Context = Call<Services>

/** Purpose of the ticket that holds the secret of an app until its first code. */
const ADD_APP = 'add_app'

const MAX_APPS = 3

/** Makes what a new app is set up with; the ticket adds it. @throws second_verify, ticket_expired, method_limit */
export async function beginApp(context: Context, ticket: string | undefined) {
  const { account, accountId, id: session } = signedIn(context)
  const { authenticatorApps, config, transaction } = context.services
  const requireRecent = await challengeStepUp(context, ticket, accountId)
  const { secret: bytes, sealed } = authenticatorApps.draft(accountId)
  const reference = await transaction(async (tx) => {
    await requireRecent(tx)
    await requireRoom(tx, accountId)
    return await tx.tickets.issue({
      purpose: ADD_APP,
      aid: context.app.aid,
      holder: accountId,
      data: { session, secret: sealed },
    })
  })
  const [recipient] = recipientsOf(account)
  const person = recipient === undefined ? account.name : formatRecipient(recipient)
  const secret = toBase32(bytes)
  const uri = totpUri(secret, brandOf(config, context.app.settings).name, person)
  return { secret, uri, qrcode: await drawQr(uri), ticket: reference }
}

/**
 * Adds the app by its first code, with recovery codes for the first one; the same call again, after a lost
 * reply, finds it. The first one makes the account demand a level.
 * @throws ticket_expired, code_error, method_limit, server_busy
 */
export async function addApp(
  context: Context,
  {
    code,
    name,
    ticket,
    level = 2,
  }: { code: string; name: string; ticket: string; level?: 1 | 2 | undefined },
) {
  const { accountId, id: session } = signedIn(context)
  const { authenticatorApps, tickets, transaction } = context.services
  const { aid } = context.app
  const id = hashToken(ticket)
  const held = await tickets.peek(ADD_APP, aid, ticket)
  const isAllowed = held?.holder === accountId && held.data.session === session
  const former = isAllowed ? undefined : await findAdded(context, authenticatorApps, id)
  if (!isAllowed && former === undefined) throw new PassportError('ticket_expired')
  const draft = { id, sealed: String(held?.data.secret), code }
  // Before recovery codes are hashed; the ticket can be used again.
  if (isAllowed && !authenticatorApps.accepts(accountId, draft)) {
    throw new PassportError('code_error')
  }
  const drawn = await drawFirstCodes(context, former)
  return await transaction(async (tx) => {
    const account = await lockUsable(tx, accountId)
    const known = await findAdded(context, tx.authenticatorApps, id)
    if (known !== undefined) {
      return { app: known, codes: await storeFirstCodes(context, tx, account, drawn, known) }
    }
    await tx.tickets.claim(ADD_APP, aid, ticket, accountId)
    const isFirst = (await requireRoom(tx, accountId)) === 0
    const app = await tx.authenticatorApps.add(accountId, { ...draft, name })
    if (app === undefined) throw new PassportError('code_error')
    const codes = await storeFirstCodes(context, tx, account, drawn)
    await tx.rememberedBrowsers.forget(accountId)
    await tx.events.note(context, 'method_added', accountId)
    await notifyOwner(tx, context, account, { event: 'method_added' })
    if (isFirst && level === 2) await changeRequiredLevel(tx, context, account, level)
    return { app, codes }
  })
}

// The id is the hash of the ticket, which nobody else has.
async function findAdded(
  context: Context,
  apps: Pick<AuthenticatorApps, 'of'>,
  id: string,
): Promise<AuthenticatorApp | undefined> {
  const since = context.now - TICKET_LIFE_MS
  const all = await apps.of(signedIn(context).accountId)
  return all.find((app) => app.id === id && app.createdAt > since)
}

/** Removes an app or a passkey. @throws method_not_found, last_binding, second_verify, ticket_expired */
export async function removeMethod(
  context: Context,
  id: string,
  ticket: string | undefined,
): Promise<void> {
  const { accountId } = signedIn(context)
  const requireRecent = await challengeStepUp(context, ticket, id)
  await context.services.transaction(async (tx) => {
    await requireRecent(tx)
    await removeFrom(tx, context, await lockUsable(tx, accountId), id)
  })
}

/** Removes an app or a passkey from a locked account. @throws method_not_found, last_binding */
export async function removeFrom(
  tx: Services,
  source: RequestSource,
  account: Account,
  id: string,
): Promise<void> {
  const { id: accountId, requiredLevel: level } = account
  const isApp = await tx.authenticatorApps.remove(accountId, id)
  if (!isApp && !(await tx.passkeys.remove(accountId, id))) {
    throw new PassportError('method_not_found')
  }
  await removeNeedlessCodes(tx, accountId)
  if (level > 1 && (await methodsReaching(tx, account, level)).length === 0) {
    throw new PassportError('last_binding')
  }
  const event = isApp ? 'method_removed' : 'passkey_removed'
  await tx.rememberedBrowsers.forget(accountId)
  await tx.events.note(source, event, accountId)
  await notifyOwner(tx, source, account, { event })
}

/** Returns how many apps there are. */
async function requireRoom(tx: Services, accountId: string): Promise<number> {
  const apps = await tx.authenticatorApps.of(accountId)
  if (apps.length >= MAX_APPS) throw new PassportError('method_limit')
  return apps.length
}
