import type { RequestSource } from '../calls/call.ts'
import type { Author } from '../organizations/organization-events.ts'
import type { Organization } from '../store/organization-repository.ts'

/** Source of events that an operator causes: without page, network and device. */
export const operatorSource: RequestSource = {
  app: { aid: 0 },
  caller: { address: '', userAgent: '' },
  operation: 'operator',
}

/** Returns the operator as the author of a change in an organization, with its application. */
export function operatorOf({ aid, id }: Pick<Organization, 'aid' | 'id'>): Author {
  return {
    source: { ...operatorSource, app: { aid } },
    actor: { id: 'operator', name: '', organizationId: id },
    by: 'operator',
  }
}
