import type { Reply } from '#protocol/endpoint.ts'
import { showPlan } from '#protocol/web/plans.ts'
import { remainingUpdateTimes } from '#protocol/web/profile.ts'
import { listSecurityEvents } from '#protocol/web/security.ts'
import { listSessions } from '#protocol/web/session.ts'
import { listConnections } from '#protocol/web/providers.ts'
import { NetworkError, PassportError, type Client } from '../../../widget/src/client/index.ts'
import { countActivity, DAYS, type Activity } from '../../lib/activity.ts'

const PAGE_SIZE = 100
/** Beyond these the charts would not change much. */
const MOST_PAGES = 5
const DAY_SECONDS = 24 * 3600

/** Parts of a profile whose changes are shown. */
export const countedParts = ['name', 'user_unique_name', 'avatar'] as const

/** The plan of an account, as the account server tells it. */
export type HeldPlan = Reply<typeof showPlan>

/** What the account server counts of an account. */
export interface Usage {
  devices: number
  links: number
  changes: readonly {
    part: (typeof countedParts)[number]
    used: number
    most: number
    /** Unix seconds; 0 where none was used. */
    resetAt: number
  }[]
}

/** How far the dashboard is known. */
export type Loaded =
  | { step: 'loading' }
  | { step: 'signed-out' }
  | { step: 'failed' }
  | { step: 'ready'; plan: HeldPlan; usage: Usage; activity: Activity }

/** Fetches everything the dashboard shows. */
export async function loadDashboard(client: Client): Promise<Loaded> {
  try {
    const [plan, usage, activity] = await Promise.all([
      client.send(showPlan, {}),
      loadUsage(client),
      loadActivity(client),
    ])
    return { step: 'ready', plan, usage, activity }
  } catch (error) {
    if (isSignedOut(error)) return { step: 'signed-out' }
    // What a server or a network does is said on the page; all else is a fault of ours.
    const isExpected = error instanceof PassportError || error instanceof NetworkError
    if (!isExpected) reportError(error)
    return { step: 'failed' }
  }
}

/** Whether the session behind the page has ended. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof PassportError && error.name === 'session_expired'
}

async function loadUsage(client: Client): Promise<Usage> {
  const [sessions, links, updates] = await Promise.all([
    client.send(listSessions, { page_size: 1 }),
    client.send(listConnections, {}),
    client.send(remainingUpdateTimes, {}),
  ])
  return {
    devices: sessions.total,
    links: links.total,
    changes: countedParts.flatMap((part) => {
      const known = updates.list.find(({ field }) => field === part)
      if (known === undefined) return []
      const { most, remaining, reset_at: resetAt } = known
      return [{ part, used: most - remaining, most, resetAt }]
    }),
  }
}

async function loadActivity(client: Client): Promise<Activity> {
  const now = Date.now()
  const since = now / 1000 - DAYS * DAY_SECONDS
  const events = []
  for (let page = 1; page <= MOST_PAGES; page++) {
    const reply = await client.send(listSecurityEvents, { page, page_size: PAGE_SIZE })
    events.push(...reply.list)
    if (!reply.has_more || (reply.list.at(-1)?.created_at ?? 0) < since) break
  }
  return countActivity(events, now)
}
