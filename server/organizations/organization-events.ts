import type { OrganizationEventKind } from '#protocol/organization-event-kinds.ts'
import type { RequestSource } from '../calls/call.ts'
import { maskAddress } from '../lib/address.ts'
import type { Clock } from '../lib/clock.ts'
import { describeDevice } from '../lib/describe-device.ts'
import type { Membership } from '../store/membership-repository.ts'
import type { OrganizationEventRepository } from '../store/organization-event-repository.ts'

/** Who did something: a member, or an operator with empty id and name. */
export type EventActor = Pick<Membership, 'id' | 'name' | 'organizationId'>

/** What was changed; never a secret or a whole address. */
export interface EventSubject {
  id?: string
  name?: string
  detail?: Readonly<Record<string, unknown>>
}

/** Activity logs, written in the transaction of the change. */
export interface OrganizationEvents extends Pick<OrganizationEventRepository, 'list'> {
  note(
    source: RequestSource,
    actor: EventActor,
    kind: OrganizationEventKind,
    subject?: EventSubject,
  ): Promise<void>
}

/** `makeId` returns ids that grow with time. */
export function createOrganizationEvents(
  repository: OrganizationEventRepository,
  makeId: () => string,
  clock: Clock,
): OrganizationEvents {
  return {
    list: repository.list,
    note: async ({ app, caller }, actor, kind, { id = '', name = '', detail = {} } = {}) => {
      const event = {
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
      }
      // Repeated because two instances may create the same id.
      while (!(await repository.insert({ id: makeId(), ...event }))) continue
    },
  }
}
