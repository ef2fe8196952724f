import type { Undone } from '#protocol/undone.ts'
import { canRemoveAddress, recipientsOf } from '../accounts/owner-recipients.ts'
import { hintOf } from '../accounts/recipients.ts'
import { recordFormer } from '../addresses/former-address.ts'
import { restoreAddress } from '../addresses/restore-address.ts'
import { cancelRecovery } from '../account-recovery/account-recovery.ts'
import type { RequestSource } from '../calls/call.ts'
import type { Undoing } from '../events/event-rules.ts'
import { removeNeedlessCodes } from '../own-methods/manage-codes.ts'
import { revokeGrant } from '../oauth/revoke-grant.ts'
import { authorOf } from '../organizations/acting.ts'
import { endMemberships } from '../organizations/change-members.ts'
import { methodsReaching } from '../two-step/account-level.ts'
import { changeRequiredLevel } from '../own-methods/set-required-level.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { Services } from '../services/services.ts'

/** An account that is being cleaned; its addresses and password change on the way. */
export interface Cleaning {
  source: RequestSource
  account: Account
  /** What is as young as this goes. */
  since: number
}

type Undo = (tx: Services, cleaning: Cleaning) => Promise<Undone[]>

/** One for each, in the order in which they run: what is left decides whether an address may go. */
export const undoSteps: Readonly<Record<Undoing, Undo>> = {
  password: async (tx, { account }) => {
    if (account.passwordHash === null || recipientsOf(account).length === 0) return []
    await tx.accounts.setPassword(account.id, null)
    account.passwordHash = null
    return [{ what: 'password', name: '' }]
  },

  addresses: async (tx, cleaning) => {
    const ofEmail = await undoAddress(tx, cleaning, 'email')
    return [...ofEmail, ...(await undoAddress(tx, cleaning, 'mobile'))]
  },

  links: async (tx, { account, since, source }) => {
    const undone: Undone[] = []
    const links = await tx.linkedAccounts.of(account.id)
    const hasOther =
      recipientsOf(account).length > 0 ||
      links.some(({ createdAt }) => createdAt < since) ||
      (account.username !== null && account.passwordHash !== null)
    for (const { createdAt, provider, screenName } of links) {
      if (createdAt < since) continue
      const title = tx.providers.titleOf(provider)
      const name = screenName === '' ? title : `${title} (${screenName})`
      if (hasOther) {
        await tx.linkedAccounts.remove(account.id, provider)
        await tx.events.note(source, 'connection_removed', account.id, provider)
      }
      undone.push({ what: hasOther ? 'connection' : 'connection_kept', name })
    }
    return undone
  },

  methods: async (tx, { account, since, source }) => {
    const undone: Undone[] = []
    for (const { createdAt, id, name } of await tx.authenticatorApps.of(account.id)) {
      if (createdAt < since) continue
      await tx.authenticatorApps.remove(account.id, id)
      await tx.events.note(source, 'method_removed', account.id)
      undone.push({ what: 'method', name })
    }
    for (const { createdAt, id, name } of await tx.passkeys.of(account.id)) {
      if (createdAt < since) continue
      await tx.passkeys.remove(account.id, id)
      await tx.events.note(source, 'passkey_removed', account.id)
      undone.push({ what: 'passkey', name })
    }
    if (await tx.recoveryCodes.removeMadeSince(account.id, since)) {
      undone.push({ what: 'recovery_codes', name: '' })
    } else if (await tx.recoveryCodes.wasUsedSince(account.id, since)) {
      undone.push({ what: 'recovery_code_used', name: '' })
    }
    // After a change of phones older codes alone keep a reader of the mailbox out.
    if (account.requiredLevel === 1) await removeNeedlessCodes(tx, account.id)
    return undone
  },

  // After the methods: a level that needed one of them falls with it.
  level: async (tx, { account, since, source }) => {
    const changes = await Promise.all(
      (['level_raised', 'level_lowered'] as const).map((kind) =>
        tx.events.firstSince(account.id, kind, since),
      ),
    )
    const [first] = changes.filter((one) => one !== undefined).toSorted((a, b) => a.at - b.at)
    const before = first?.by === '2' ? 2 : 1
    if (first === undefined || before === account.requiredLevel) return []
    // What older methods hold stays: a reader of the mailbox must not take it away.
    if (before === 1 && (await methodsReaching(tx, account, 2)).length > 0) return []
    await changeRequiredLevel(tx, source, account, before)
    account.requiredLevel = before
    return [{ what: 'level', name: '' }]
  },

  recovery: async (tx, { account, source }) =>
    (await cancelRecovery(tx, source, account.id)) ? [{ what: 'recovery', name: '' }] : [],

  clients: async (tx, { account, since, source }) => {
    const undone: Undone[] = []
    for (const grant of await tx.oauthGrants.changedSince(account.id, since)) {
      const client = await tx.oauthClients.find(grant.clientId)
      await revokeGrant(tx, source, grant)
      undone.push({ what: 'program', name: client?.name ?? '' })
    }
    return undone
  },

  profile: async (tx, { account, since }) => {
    const undone: Undone[] = []
    const renamed = await tx.events.firstSince(account.id, 'name_changed', since)
    if (renamed !== undefined && renamed.by !== account.name) {
      await tx.profiles.update(account.id, { name: renamed.by })
      account.name = renamed.by
      undone.push({ what: 'name', name: renamed.by })
    }
    const changed = await tx.events.firstSince(account.id, 'username_changed', since)
    const username = changed?.by === '' ? null : changed?.by
    if (username === undefined || username === account.username) return undone
    const isTaken = username !== null && (await tx.profiles.taken([username])).size > 0
    if (!isTaken) {
      await tx.profiles.update(account.id, { username })
      account.username = username
    }
    undone.push({ what: isTaken ? 'user_name_taken' : 'user_name', name: username ?? '' })
    return undone
  },

  organizations: async (tx, { account, since, source }) => {
    const undone: Undone[] = []
    for (const membership of await tx.memberships.ofPerson(account.id)) {
      if (membership.createdAt < since) continue
      // Other people may be in an organization that was founded: its manager decides.
      const author = authorOf(source, { membership })
      const { updated } = await endMemberships(tx, author, [membership], 'member_left')
      const what = updated > 0 ? 'membership' : 'organization_kept'
      undone.push({ what, name: membership.organizationName })
    }
    return undone
  },
}

/** Ends what was begun in the owner's name in organizations; other people decide about what was done. */
export async function endActs(tx: Services, { account, since }: Cleaning): Promise<Undone[]> {
  const undone: Undone[] = []
  for (const membership of await tx.memberships.ofPerson(account.id)) {
    const { createdAt, id, organizationId, organizationName: name } = membership
    const acts = { actor: id, from: since }
    const [act] = await tx.organizationEvents.list(organizationId, acts, { after: '', limit: 1 })
    if (act === undefined) continue
    await tx.invitations.cancelOf([id], since)
    await tx.managerTransfers.cancelOf([id])
    if (createdAt < since) undone.push({ what: 'organization_acts', name })
  }
  return undone
}

async function undoAddress(
  tx: Services,
  cleaning: Cleaning,
  channel: 'email' | 'mobile',
): Promise<Undone[]> {
  const { account, since } = cleaning
  const left = (await tx.formerAddresses.listFormer(account.id, tx.clock())).filter(
    (one) => one.channel === channel && one.leftAt >= since,
  )
  const first = left.at(-1)
  if (first === undefined) return await removeAdded(tx, cleaning, channel)
  // It is back already; the address that it replaced may have left in the same moment.
  const firsts = left.filter(({ leftAt }) => leftAt === first.leftAt)
  if (firsts.some(({ address }) => address === account[channel])) return []
  const name = hintOf(first)
  if (await restoreAddress(tx, cleaning.source, account, first)) {
    account[channel] = first.address
    return [{ what: 'former_address', name }]
  }
  const taken: Undone = { what: 'former_address_taken', name }
  return [taken, ...(await removeAdded(tx, cleaning, channel))]
}

// Removes the address that was added since, unless it is the only way in.
async function removeAdded(
  tx: Services,
  { account, since, source }: Cleaning,
  channel: 'email' | 'mobile',
): Promise<Undone[]> {
  const address = account[channel]
  const kinds = new Set(await tx.events.kindsSince(account.id, since))
  const isAdded = kinds.has(`${channel}_bound`) || kinds.has(`${channel}_changed`)
  if (address === null || !isAdded) return []
  const name = hintOf({ channel, address })
  const links = await tx.linkedAccounts.of(account.id)
  const oldLinks = links.filter(({ createdAt }) => createdAt < since)
  if (!canRemoveAddress(account, channel, oldLinks.length)) {
    return [{ what: 'address_kept', name }]
  }
  await tx.accounts.setAddress(account.id, channel, address, null)
  await recordFormer(tx, account.id, { channel, address })
  await tx.events.note(source, `${channel}_unbound`, account.id)
  account[channel] = null
  return [{ what: 'address', name }]
}
