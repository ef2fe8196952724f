import { fetchAccount, type Account } from '../../../widget/src/client/calls/account.ts'
import { listLinkedAccounts } from '../../../widget/src/client/calls/linked-accounts.ts'
import { listMemberships, type Membership } from '../../../widget/src/client/calls/memberships.ts'
import { showPlan, type HeldPlan } from '../../../widget/src/client/calls/plans.ts'
import {
  listSecurityEvents,
  type SecurityEvent,
} from '../../../widget/src/client/calls/security-events.ts'
import { NetworkError, PassportError, type Client } from '../../../widget/src/client/index.ts'
import { isSignIn } from '../../lib/is-sign-in.ts'
import { loadOrganization, type OrganizationData } from './load-organization.ts'

/** Number of events fetched; the last sign-ins are among them. */
const EVENTS = 50
const MOST_SIGN_INS = 5

/** All that the dashboard shows. */
export interface DashboardData {
  user: Account
  plan: HeldPlan
  /** Number of linked accounts. */
  links: number
  memberships: readonly Membership[]
  /** What the person acts for; undefined for themself. */
  acting: OrganizationData | undefined
  /** The newest first. */
  signIns: readonly SecurityEvent[]
}

/** Loading state of the dashboard. */
export type Loaded =
  | { step: 'loading' }
  | { step: 'signed-out' }
  /** `error` is undefined for a fault of ours, which was reported. */
  | { step: 'failed'; error: PassportError | NetworkError | undefined }
  | ({ step: 'ready' } & DashboardData)

/** Fetches everything the dashboard shows. */
export async function loadDashboard(client: Client): Promise<Loaded> {
  try {
    const { send } = client
    const [user, plan, links, memberships, events] = await Promise.all([
      fetchAccount(send),
      showPlan(send),
      listLinkedAccounts(send),
      listMemberships(send, { withFrozen: false }),
      listSecurityEvents(send, { pageSize: EVENTS }),
    ])
    const { organizationId: id } = user
    const acting = id === '' ? undefined : await loadOrganization(client, id)
    const signIns = events.list.filter(isSignIn).slice(0, MOST_SIGN_INS)
    return { step: 'ready', user, plan, links: links.length, memberships, acting, signIns }
  } catch (error) {
    if (isSignedOut(error)) return { step: 'signed-out' }
    // The page says what a server or a network does; anything else is a bug.
    if (error instanceof PassportError || error instanceof NetworkError) {
      return { step: 'failed', error }
    }
    reportError(error)
    return { step: 'failed', error: undefined }
  }
}

/** Returns whether an error means that the session has ended. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof PassportError && error.name === 'session_expired'
}
