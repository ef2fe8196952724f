import { createHash } from 'node:crypto'
import type { OrganizationEventKind } from '#protocol/organization-event-kinds.ts'
import type { RequestSource } from '../calls/call.ts'
import { maskAddress } from '../lib/address.ts'
import { HOUR_MS, type Clock } from '../lib/clock.ts'
import { describeDevice } from '../lib/describe-device.ts'
import type { RateLimits } from '../limits/limits.ts'
import type { Membership } from '../store/membership-repository.ts'
import type { OrganizationEventRepository } from '../store/organization-event-repository.ts'
import type { FrozenBy, OrganizationEvent } from '../store/schema/organizations.ts'
import { kindsOfOrganizationEvents } from '../events/organization-webhooks.ts'
import type { Webhooks } from '../events/webhooks.ts'

/** Author of a change: a member, or an operator with empty id and name. */
export type EventActor = Pick<Membership, 'id' | 'name' | 'organizationId'>

/** Who changes an organization: a member of it, or an operator, whose freezing no member undoes. */
export interface Author {
  source: RequestSource
  actor: EventActor
  by: Exclude<FrozenBy, ''>
}

/** Object of a change; never a secret or a whole address. */
export interface EventSubject {
  id?: string
  name?: string
  detail?: Readonly<Record<string, unknown>>
  /** Account of a member. */
  accountId?: string
}

/** Activity logs, written in the transaction of the change. */
export type OrganizationEvents = ReturnType<typeof createOrganizationEvents>

/** `makeId` returns ids that grow with time. */
export function createOrganizationEvents(
  repository: OrganizationEventRepository,
  rateLimits: RateLimits,
  webhooks: Pick<Webhooks, 'tell'>,
  makeId: () => string,
  clock: Clock,
) {
  function describe(
    { app, caller }: RequestSource,
    actor: EventActor,
    kind: OrganizationEventKind,
    { id = '', name = '', detail = {}, accountId }: EventSubject,
  ): Omit<OrganizationEvent, 'id'> {
    return {
      organizationId: actor.organizationId,
      at: clock(),
      kind,
      actor: actor.id,
      actorName: actor.name,
      target: id,
      targetName: name,
      detail: JSON.stringify(detail),
      aid: app.aid,
      device: describeDevice(caller.userAgent),
      address: maskAddress(caller.address),
      accountId: accountId ?? null,
    }
  }
  async function noteAll(
    source: RequestSource,
    actor: EventActor,
    kind: OrganizationEventKind,
    subjects: readonly EventSubject[],
  ): Promise<void> {
    let left = subjects.map((subject) => describe(source, actor, kind, subject))
    // Repeated because two instances may create the same id.
    while (left.length > 0) {
      const events = left.map((event) => ({ ...event, id: makeId() }))
      const noted = new Set(await repository.insert(events))
      left = events.filter(({ id }) => !noted.has(id))
    }
    const told = kindsOfOrganizationEvents[kind]
    if (typeof told !== 'string') return
    const about = {
      event: kind,
      organization_id: actor.organizationId,
      app_id: source.app.aid,
      by: source.operation,
    }
    await webhooks.tell(
      told,
      subjects.map(({ id, accountId }) =>
        accountId === undefined ? about : { user_id: accountId, member_id: id ?? '', ...about },
      ),
    )
  }
  return {
    list: repository.list,
    wasRemoved: repository.wasRemoved,
    /** Notes the same change of several objects, in one statement. */
    noteAll,
    note: (
      source: RequestSource,
      actor: EventActor,
      kind: OrganizationEventKind,
      subject: EventSubject = {},
    ): Promise<void> => noteAll(source, actor, kind, [subject]),
    /** Counts what a member lacked the permission for, in one entry an hour. */
    countRefusal: async (
      source: RequestSource,
      actor: EventActor,
      permission: string,
    ): Promise<void> => {
      const hour = Math.floor(clock() / HOUR_MS)
      const key = `refused ${actor.id} ${permission} ${hour}`
      const count = await rateLimits.count(key, HOUR_MS)
      const subject = { id: permission, detail: { count } }
      const event = describe(source, actor, 'permission_refused', subject)
      await repository.replace({ id: idOf(key), ...event })
    },
  }
}

// The same in the whole hour, and as long as other ids.
function idOf(key: string): string {
  const digest = createHash('sha256').update(key).digest()
  return String(digest.readBigUInt64BE() % 10n ** 15n)
}
