import { listSecurityEvents } from '#protocol/web/security.ts'
import { PassportError, type Client } from '../../../widget/src/client/index.ts'
import { countActivity, DAYS, type Activity } from '../../lib/activity.ts'

const PAGE_SIZE = 100
/** Beyond these the charts would not change much. */
const MOST_PAGES = 5
const DAY_SECONDS = 24 * 3600

/** How far the charts are known. */
export type Loaded =
  | { step: 'loading' }
  | { step: 'signed-out' }
  | { step: 'failed' }
  | { step: 'ready'; activity: Activity }

/** Fetches what happened in the days of the charts and counts it. */
export async function loadActivity(client: Client): Promise<Loaded> {
  const now = Date.now()
  const since = now / 1000 - DAYS * DAY_SECONDS
  const events = []
  try {
    for (let page = 1; page <= MOST_PAGES; page++) {
      const reply = await client.send(listSecurityEvents, { page, page_size: PAGE_SIZE })
      events.push(...reply.list)
      if (!reply.has_more || (reply.list.at(-1)?.created_at ?? 0) < since) break
    }
    return { step: 'ready', activity: countActivity(events, now) }
  } catch (error) {
    if (error instanceof PassportError && error.name === 'session_expired') {
      return { step: 'signed-out' }
    }
    reportError(error)
    return { step: 'failed' }
  }
}
