import type { Reply } from '#protocol/endpoint.ts'
import type { User } from '#protocol/objects.ts'
import { accountInfo } from '#protocol/web/login.ts'
import { showPlan } from '#protocol/web/plans.ts'
import { listConnections } from '#protocol/web/providers.ts'
import { listSecurityEvents } from '#protocol/web/security.ts'
import { NetworkError, PassportError, type Client } from '../../../widget/src/client/index.ts'

/** Number of events fetched; the last sign-ins are among them. */
const EVENTS = 50
const MOST_SIGN_INS = 5
const signInKinds = new Set(['signed_in', 'signed_up', 'qr_confirmed'])

/** The plan of an account, as the account server tells it. */
export type HeldPlan = Reply<typeof showPlan>

/** A sign-in, as the list of security events has it. */
export type SignIn = Reply<typeof listSecurityEvents>['list'][number]

/** All that the dashboard shows. */
export interface DashboardData {
  user: User
  plan: HeldPlan
  /** Number of linked accounts. */
  links: number
  /** The newest first. */
  signIns: readonly SignIn[]
}

/** Loading state of the dashboard. */
export type Loaded =
  | { step: 'loading' }
  | { step: 'signed-out' }
  /** `logId` is empty unless the server is at fault. */
  | { step: 'failed'; logId: string }
  | ({ step: 'ready' } & DashboardData)

/** Fetches everything the dashboard shows. */
export async function loadDashboard(client: Client): Promise<Loaded> {
  try {
    const [user, plan, connections, events] = await Promise.all([
      client.send(accountInfo, { get_info_type: 2 }),
      client.send(showPlan, {}),
      client.send(listConnections, {}),
      client.send(listSecurityEvents, { page_size: EVENTS }),
    ])
    const signIns = events.list.filter(({ kind }) => signInKinds.has(kind)).slice(0, MOST_SIGN_INS)
    return { step: 'ready', user, plan, links: connections.total, signIns }
  } catch (error) {
    if (isSignedOut(error)) return { step: 'signed-out' }
    // The page says what a server or a network does; anything else is a bug.
    const isExpected = error instanceof PassportError || error instanceof NetworkError
    if (!isExpected) reportError(error)
    const isFault = error instanceof PassportError && error.name === 'server_error'
    return { step: 'failed', logId: isFault ? error.logId : '' }
  }
}

/** Returns whether an error means that the session has ended. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof PassportError && error.name === 'session_expired'
}
