import { ADMIN } from '#protocol/permissions.ts'
import { toLanguage } from '#protocol/common-params.ts'
import type { User } from '#protocol/objects.ts'
import { notifyOwner } from '../accounts/notify.ts'
import { reachedAt, recipientsOf } from '../accounts/owner-recipients.ts'
import { signedIn, type Call } from '../calls/call.ts'
import { checkCode } from '../codes/check-code.ts'
import { MINUTE_MS, SECOND_MS, waitUntil } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import { hashToken, makeToken } from '../lib/tokens.ts'
import {
  authorOf,
  changeAs,
  requireActor,
  requireActorIn,
  type Actor,
  type OrganizationChoice,
} from '../organizations/acting.ts'
import { holdUntil, lockOrganization, requireNoHold } from '../organizations/change-organization.ts'
import { requireOwnEntry } from '../organizations/require-entry.ts'
import type { Author, EventSubject } from '../organizations/organization-events.ts'
import { ownerOf, signIn } from '../sign-in/sign-in.ts'
import type { Membership } from '../store/membership-repository.ts'
import type { Organization } from '../store/organization-repository.ts'
import type { Recipient } from '../store/recipient.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { ManagerTransfer } from '../store/schema/organizations.ts'
import type { CodeKey } from '../store/schema/proofs.ts'
import type { Services } from '../services/services.ts'

type Context = Call<Services>

/** Lifetime of each step, in milliseconds. */
export const STEP_MS = 10 * MINUTE_MS

/** Another code can be sent after this time, in milliseconds. */
export const RESEND_MS = MINUTE_MS

const MAX_SENT = 3

/** Starts a hand-over by the manager's own code; returns their ticket. @throws code_error, transfer_hold, … */
export async function proveManager(
  context: Context,
  choice: OrganizationChoice,
  code: string,
): Promise<string> {
  const { account } = signedIn(context)
  await requireActor(context, choice, 'admin.transfer')
  const { recipient, type } = await ownCode(context, account)
  const proof = await checkCode(context, recipient, type, code)
  return await changeAs(context, choice, 'admin.transfer', async (tx, { membership }) => {
    requireNoHold(await lockOrganization(tx, membership.organizationId), context.now)
    await tx.codes.use(proof)
    const ticket = makeToken()
    await tx.managerTransfers.start({
      organizationId: membership.organizationId,
      fromId: membership.id,
      toId: '',
      state: 'proved',
      verifyHash: hashToken(ticket),
      sentCount: 0,
      sentAt: 0,
      expiresAt: context.now + STEP_MS,
    })
    await tx.organizationEvents.note(context, membership, 'transfer_started')
    return ticket
  })
}

/** Sends a code to the successor and returns its channel. @throws transfer_stale, code_frequency, … */
export async function sendSuccessorCode(
  context: Context,
  choice: OrganizationChoice,
  { ticket, memberId }: { ticket: string; memberId: string },
): Promise<Recipient['channel']> {
  return await changeAs(context, choice, 'admin.transfer', async (tx, actor) => {
    const transfer = await transferOf(context, tx, actor, ticket)
    const successor = await successorOf(context, tx, actor, memberId)
    const account = requireActive(await tx.accounts.byId(successor.accountId))
    const recipient = reachedAt(tx, account)
    if (recipient === undefined) throw new PassportError('binding_not_exist')
    const organization = await lockOrganization(tx, actor.membership.organizationId)
    const isSent = await tx.managerTransfers.sendCode(
      organization.id,
      { toId: successor.id, sentAt: context.now },
      { maxSent: MAX_SENT, sentBefore: context.now - RESEND_MS },
    )
    if (!isSent) {
      const waitMs = Math.max(
        SECOND_MS,
        waitUntil(transfer.sentAt + RESEND_MS, context.now, RESEND_MS),
      )
      throw new PassportError('code_frequency', { retry_after: Math.ceil(waitMs / SECOND_MS) })
    }
    const key = codeKeyOf(tx, organization.aid, { ...transfer, toId: successor.id })
    const [code = ''] = await tx.codes.issue([{ key }])
    await tx.outbox.add([
      {
        kind: 'manager_transfer',
        aid: context.app.aid,
        recipient,
        language: toLanguage(account.locale),
        code,
        details: { organization: organization.name, inviter: actor.membership.name },
      },
    ])
    await tx.organizationEvents.note(context, actor.membership, 'transfer_code_sent', successor)
    return recipient.channel
  })
}

/** Records that the successor agrees, by their code. @throws transfer_stale, code_error, code_expired, code_superseded */
export async function agreeToManage(
  context: Context,
  choice: OrganizationChoice,
  { ticket, code }: { ticket: string | undefined; code: string },
): Promise<void> {
  const actor = await requireActor(context, choice)
  const { codes, managerTransfers, transaction } = context.services
  const { aid, organizationId } = actor.membership
  const transfer = await managerTransfers.find(organizationId, context.now)
  const { id } = actor.membership
  const isManager =
    ticket !== undefined && transfer?.fromId === id && transfer.verifyHash === hashToken(ticket)
  const isSuccessor = ticket === undefined && transfer?.toId === id
  if (transfer === undefined || !(isManager || isSuccessor))
    throw new PassportError('transfer_stale')
  // Counted apart from what it allows, so that a wrong code costs an attempt.
  const proof = await codes.check(codeKeyOf(context.services, aid, transfer), code)
  await transaction(async (tx) => {
    await tx.codes.use(proof)
    const expiresAt = context.now + STEP_MS
    if (!(await tx.managerTransfers.agree(organizationId, transfer.toId, expiresAt))) {
      throw new PassportError('transfer_stale')
    }
    const successor = await tx.memberships.find(transfer.toId)
    if (successor !== undefined) {
      await tx.organizationEvents.note(context, actor.membership, 'transfer_agreed', successor)
    }
  })
}

/** Makes the successor the manager and returns the caller in a new session. @throws transfer_stale, … */
export async function transferManager(
  context: Context,
  choice: OrganizationChoice,
  { ticket, memberId }: { ticket: string; memberId: string },
): Promise<User> {
  const session = signedIn(context)
  await requireOwnEntry(context, session)
  return await signIn(context, undefined, async (tx) => {
    const owner = await ownerOf(tx, session)
    const actor = await requireActorIn(context, tx, choice, 'admin.transfer')
    const { membership } = actor
    const organization = await lockOrganization(tx, membership.organizationId)
    requireNoHold(organization, context.now)
    const successor = await successorOf(context, tx, actor, memberId)
    const account = requireActive(await tx.accounts.lock(successor.accountId))
    const agreed = {
      organizationId: organization.id,
      fromId: membership.id,
      toId: successor.id,
      verifyHash: hashToken(ticket),
    }
    const people = { from: membership, to: successor, accounts: [owner.account, account] }
    const isDone =
      (await tx.managerTransfers.use(agreed, context.now)) &&
      (await replaceManager(tx, authorOf(context, actor), organization, people))
    // Throwing rolls a half of it back.
    if (!isDone) throw new PassportError('transfer_stale')
    return { ...owner, membership: { ...membership, isManager: false } }
  })
}

/**
 * Makes a member the manager, in a transaction, and tells people; the one before becomes an
 * administrator. Returns false when either is no longer so, and the transaction must be rolled back.
 */
export async function replaceManager(
  tx: Services,
  { source, actor }: Author,
  { id, name }: Organization,
  {
    from,
    to,
    accounts,
  }: { from: Membership | undefined; to: Membership; accounts: readonly Account[] },
  detail?: EventSubject['detail'],
): Promise<boolean> {
  if (from?.id === to.id) return false
  if (!(await tx.memberships.replaceManager(id, from?.id, to.id))) return false
  if (from !== undefined) await tx.roles.give(id, ADMIN, [from.id])
  await tx.organizations.recordTransfer(id, tx.clock())
  await tx.memberships.endSessions(from === undefined ? [to] : [from, to])
  const subject = { id: to.id, name: to.name, ...(detail && { detail }) }
  await tx.organizationEvents.note(source, actor, 'manager_changed', subject)
  const details = { organization: name, inviter: to.name }
  for (const account of accounts) {
    await notifyOwner(tx, source, account, { kind: 'manager_changed', details })
  }
  return true
}

/** Returns the hand-over under way, for the manager and the successor, and until when none may begin. */
export async function transferInfo(
  context: Context,
  choice: OrganizationChoice,
): Promise<{
  hold: number
  found: { transfer: ManagerTransfer; from: string; to: string } | undefined
}> {
  const { membership } = await requireActor(context, choice)
  const { managerTransfers, memberships, organizations } = context.services
  const organization = await organizations.find(membership.organizationId)
  const hold = organization === undefined ? 0 : holdUntil(organization, context.now)
  const transfer = await managerTransfers.find(membership.organizationId, context.now)
  if (transfer === undefined || !isPartOf(transfer, membership)) return { hold, found: undefined }
  const [from, to] = [
    await memberships.find(transfer.fromId),
    await memberships.find(transfer.toId),
  ]
  return { hold, found: { transfer, from: from?.name ?? '', to: to?.name ?? '' } }
}

/** Ends the hand-over under way. @throws transfer_stale */
export async function cancelTransfer(context: Context, choice: OrganizationChoice): Promise<void> {
  await changeAs(context, choice, 'subject.read', async (tx, { membership }) => {
    const transfer = await tx.managerTransfers.find(membership.organizationId, context.now)
    if (transfer === undefined || !isPartOf(transfer, membership)) {
      throw new PassportError('transfer_stale')
    }
    await tx.managerTransfers.cancelOf([transfer.fromId])
    await tx.organizationEvents.note(context, membership, 'transfer_cancelled')
  })
}

function isPartOf({ fromId, toId }: ManagerTransfer, { id }: Membership): boolean {
  return id === fromId || id === toId
}

// The code went to the address that the manager chose when asking for it.
async function ownCode(
  { app, caller, services }: Context,
  account: Account,
): Promise<{ recipient: Recipient; type: number }> {
  const { codes, trustedDevices } = services
  const all = recipientsOf(account).map((recipient) => ({
    recipient,
    type: recipient.channel === 'email' ? 11 : 22,
  }))
  for (const own of all) {
    const browser = await trustedDevices.knownBrowser(own.recipient, caller.webId)
    const key = codes.keyFor(app.aid, own.recipient, own.type, browser)
    if ((await codes.lastType(key, [own.type])) !== undefined) return own
  }
  const [first] = all
  if (first === undefined) throw new PassportError('binding_not_exist')
  return first
}

async function transferOf(
  { now }: Context,
  tx: Pick<Services, 'managerTransfers'>,
  { membership }: Actor,
  ticket: string,
): Promise<ManagerTransfer> {
  const transfer = await tx.managerTransfers.find(membership.organizationId, now)
  const isOwn = transfer?.fromId === membership.id && transfer.verifyHash === hashToken(ticket)
  if (transfer === undefined || !isOwn) throw new PassportError('transfer_stale')
  return transfer
}

async function successorOf(
  { app }: Context,
  tx: Pick<Services, 'memberships'>,
  { membership }: Actor,
  memberId: string,
): Promise<Membership> {
  const id = tx.memberships.membershipOfMemberId(memberId, app.aid)
  const successor = id === undefined ? undefined : await tx.memberships.find(id)
  if (successor?.organizationId !== membership.organizationId) {
    throw new PassportError('successor_not_member')
  }
  if (successor.id === membership.id) throw new PassportError('own_membership')
  if (successor.isFrozen) throw new PassportError('successor_frozen')
  return successor
}

// An account that is about to be deleted would leave the organization without a manager.
function requireActive(account: Account | undefined): Account {
  if (account?.state !== 'active') throw new PassportError('successor_frozen')
  return account
}

// Another hand-over, or another successor, has another code.
function codeKeyOf(
  { codes }: Pick<Services, 'codes'>,
  aid: number,
  { organizationId, toId, verifyHash }: ManagerTransfer,
): CodeKey {
  return codes.keyOf(aid, `hand-over ${organizationId} ${toId} ${verifyHash}`)
}
