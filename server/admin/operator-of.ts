import { operatorSource } from '../calls/operator-source.ts'
import type { Author } from '../organizations/organization-events.ts'
import type { Organization } from '../store/organization-repository.ts'

/** Returns the operator as the author of a change in an organization, with its application. */
export function operatorOf({ aid, id }: Pick<Organization, 'aid' | 'id'>): Author {
  return {
    source: { ...operatorSource('cli'), app: { aid } },
    actor: { id: 'operator', name: '', organizationId: id },
    by: 'operator',
  }
}
