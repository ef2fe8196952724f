import type { Account } from '../../widget/src/client/calls/account.ts'
import type { Membership } from '../../widget/src/client/calls/memberships.ts'
import { readMe, type Me } from './me.ts'

/** What replies about an account do not say. */
interface Known {
  /** Membership that the browser acts as. */
  current?: Membership | undefined
  hasOrganization?: boolean
}

/** Returns the facts about a person that pages show; what is not known stays as it is stored. */
export function meOf(account: Account, { current, hasOrganization }: Known = {}): Me {
  const before = readMe()
  const { organizationId } = account
  const isActing = organizationId !== ''
  const same = before?.organizationId === organizationId ? before : undefined
  return {
    name: account.name,
    address: account.email || account.mobile || account.username,
    picture: account.pictureUrl,
    organizationId,
    acting: isActing ? (current?.organizationName ?? same?.acting ?? '') : '',
    logo: isActing ? (current?.logoUrl ?? same?.logo ?? '') : '',
    hasOrganization: isActing || (hasOrganization ?? before?.hasOrganization ?? false),
  }
}
