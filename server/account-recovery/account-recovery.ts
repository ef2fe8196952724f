import { preferredType } from '#protocol/preferred-types.ts'
import { codeMethods } from '#protocol/sign-in-methods.ts'
import { requireUsable } from '../accounts/accounts.ts'
import { notifyOwner, type Notice } from '../accounts/notify.ts'
import type { Call, RequestSource } from '../calls/call.ts'
import { checkCode, type CodeContext } from '../codes/check-code.ts'
import { DAY_MS, HOUR_MS, toSeconds } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import { hashToken, makeToken } from '../lib/tokens.ts'
import { endAccess } from '../sessions/end-access.ts'
import type { SignedIn } from '../sign-in/sign-in.ts'
import type { Recipient } from '../store/recipient.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { AccountRecovery } from '../store/schema/proofs.ts'
import { accountLevel } from '../two-step/account-level.ts'
import { levelOf } from '../two-step/levels.ts'
import { requireNotRefused } from '../two-step/risk-check.ts'
import { changeRequiredLevel } from '../own-methods/set-required-level.ts'
import type { Services } from '../services/services.ts'

/** How long a recovered account takes no new address and is not deleted. */
const RESTRICTED_MS = DAY_MS

const MAX_STARTS_A_DAY = 3

/** The parts of a call that account recovery needs. */
export type RecoveryContext = Pick<Call<Services>, keyof CodeContext>

/**
 * Starts the wait by a code to an address of the account; the owner is told at every address.
 * @throws recovery_off, recovery_needless, recovery_waiting, code_error, code_expired, too_often
 */
export async function startRecovery(context: RecoveryContext, recipient: Recipient, code: string) {
  requireOffered(context)
  const { rateLimits, transaction } = context.services
  const proof = await proveAddress(context, recipient, code)
  const { id } = proof.account
  if ((await accountLevel(context.services, proof.account)) === 1) {
    throw new PassportError('recovery_needless')
  }
  await rateLimits.spend([
    { key: `account recovery ${id}`, max: MAX_STARTS_A_DAY, windowMs: DAY_MS },
  ])
  return await transaction(async (tx) => {
    await tx.codes.use(proof.code)
    const account = (await tx.accounts.byId(id)) ?? proof.account
    return await beginRecovery(tx, context, account, recipient)
  })
}

/** Starts the wait for a proved address, or for one that an operator names. @throws recovery_waiting */
export async function beginRecovery(
  tx: Services,
  source: RequestSource,
  account: Account,
  { channel, address }: Recipient,
) {
  const now = tx.clock()
  const key = makeToken()
  const readyAt = now + tx.config.RECOVERY_HOURS * HOUR_MS
  const isNew = await tx.accountRecoveries.start({
    accountId: account.id,
    keyHash: hashToken(key),
    channel,
    address,
    startedAt: now,
    readyAt,
    toldAt: now,
    restrictedUntil: 0,
  })
  if (!isNew) {
    const running = await tx.accountRecoveries.find(account.id, now)
    throw waitingFor(running?.readyAt ?? (await tx.accountRecoveries.restrictedUntil(account.id)))
  }
  await tx.events.note(source, 'recovery_started', account.id)
  await notifyOwner(tx, source, account, recoveryNotice(tx, readyAt))
  return {
    /** Finishes it; only its hash is kept. */
    key,
    readyAt,
  }
}

/** What owners are told at the start, half-way and at the end of the wait. */
export function recoveryNotice({ config }: Pick<Services, 'config'>, readyAt: number): Notice {
  const link = `${config.PUBLIC_ORIGIN}/form/recover`
  return { event: 'recovery_started', details: { expiresAt: readyAt, link } }
}

/** Ends a recovery that its owner did not want, or no longer needs; returns false without one. */
export async function cancelRecovery(
  tx: Pick<Services, 'accountRecoveries' | 'events'>,
  source: RequestSource,
  accountId: string,
): Promise<boolean> {
  const isCancelled = await tx.accountRecoveries.cancel(accountId)
  if (isCancelled) await tx.events.note(source, 'recovery_cancelled', accountId)
  return isCancelled
}

/**
 * Checks a new code and the key after the wait; returns what opens the account, without its methods.
 * @throws recovery_off, recovery_waiting, ticket_expired, code_error, code_expired
 */
export async function prepareFinish(
  context: RecoveryContext,
  recipient: Recipient,
  code: string,
  key: string,
): Promise<(tx: Services) => Promise<SignedIn>> {
  requireOffered(context)
  const { accountRecoveries, clock, transaction } = context.services
  const proof = await proveAddress(context, recipient, code)
  const { id } = proof.account
  const found = await accountRecoveries.find(id, clock())
  if (found === undefined) throw recoveryOver()
  if (found.readyAt > clock()) throw waitingFor(found.readyAt)
  if (await wasUsedAtLevel2(context.services, found)) {
    await transaction((tx) => cancelRecovery(tx, context, id))
    throw recoveryOver()
  }
  await requireNotRefused(context, proof.account, context.operation)
  return async (tx) => {
    await tx.codes.use(proof.code)
    const now = tx.clock()
    const finished = { keyHash: hashToken(key), ...recipient }
    const restrictedUntil = now + RESTRICTED_MS
    if (!(await tx.accountRecoveries.finish(id, finished, { now, restrictedUntil }))) {
      throw recoveryOver()
    }
    const account = await tx.accounts.lock(id)
    if (account === undefined) throw recoveryOver()
    await removeMethods(tx, context, account)
    await endAccess(tx, account)
    await tx.trustedDevices.trustOnlyDevice(id, context.caller.webId)
    await tx.events.note(context, 'recovery_done', id)
    await notifyOwner(tx, context, account, { event: 'recovery_done' })
    const method = codeMethods[recipient.channel]
    return { account: { ...account, requiredLevel: 1 }, isNew: false, method }
  }
}

/** @throws recovery_waiting for an account that was recovered less than a day ago */
export async function requireUnrestricted(
  tx: Pick<Services, 'accountRecoveries' | 'clock'>,
  accountId: string,
): Promise<void> {
  const until = await tx.accountRecoveries.restrictedUntil(accountId)
  if (until > tx.clock()) throw waitingFor(until, { recovered: 1 })
}

async function proveAddress(context: RecoveryContext, recipient: Recipient, code: string) {
  const type = preferredType.recover[recipient.channel]
  const checked = await checkCode(context, recipient, type, code)
  const account = await context.services.accounts.findByRecipient(recipient)
  if (account === undefined) throw new PassportError('code_expired')
  requireUsable(account)
  return { account, code: checked }
}

// Whoever still has a method needs no recovery, and did not start this one.
async function wasUsedAtLevel2(
  {
    authenticatorApps,
    passkeys,
    recoveryCodes,
    sessions,
  }: Pick<Services, 'authenticatorApps' | 'passkeys' | 'recoveryCodes' | 'sessions'>,
  { accountId, startedAt }: AccountRecovery,
): Promise<boolean> {
  const seen = await sessions.seenSince(accountId, startedAt)
  if (seen.some((proofs) => levelOf(proofs) > 1)) return true
  const methods = [...(await authenticatorApps.of(accountId)), ...(await passkeys.of(accountId))]
  if (methods.some(({ lastUsedAt }) => lastUsedAt > startedAt)) return true
  return await recoveryCodes.wasUsedSince(accountId, startedAt)
}

async function removeMethods(tx: Services, source: RequestSource, account: Account): Promise<void> {
  const { id } = account
  for (const app of await tx.authenticatorApps.of(id)) await tx.authenticatorApps.remove(id, app.id)
  for (const passkey of await tx.passkeys.of(id)) await tx.passkeys.remove(id, passkey.id)
  await tx.recoveryCodes.remove(id)
  await changeRequiredLevel(tx, source, account, 1)
}

/** @throws recovery_off */
export function requireOffered({ services }: RecoveryContext): void {
  if (services.config.RECOVERY_HOURS === 0) throw new PassportError('recovery_off')
}

// There is none any more, or none of this key.
function recoveryOver(): PassportError {
  return new PassportError('ticket_expired', {}, { method: 'recovery' })
}

function waitingFor(until: number, more: { recovered?: 1 } = {}): PassportError {
  return new PassportError('recovery_waiting', { ready_at: toSeconds(until), ...more })
}
