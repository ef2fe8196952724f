import type { RequestSource } from '../calls/call.ts'
import type { EventActor } from '../organizations/organization-events.ts'

/** Source of events that an operator causes: without page, network and device. */
export const operatorSource: RequestSource = {
  app: { aid: 0 },
  caller: { address: '', userAgent: '' },
  operation: 'operator',
}

/** Returns the operator as the record of an organization names them. */
export function operatorOf(organizationId: string): EventActor {
  return { id: 'operator', name: '', organizationId }
}
