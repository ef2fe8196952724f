import { accountOrigin } from '../../lib/account-origin.ts'

/** As `prefetch.ts` asks; a shared module would be one more request for every page. */
const FLAGS = '?__loader=account-setting&__ssrDirect=true'

/** Time after which the calls no longer wait for the loader. */
const LOADER_TIMEOUT_MS = 2000

type Replies = Map<string, object>

/**
 * Returns a fetch that answers the first calls of an account page from its loader, which may have
 * been prefetched; undefined where the site is on another host, which has no loader for accounts.
 */
export function fetchFirstReplies(): typeof fetch | undefined {
  if (accountOrigin() !== '') return undefined
  const loading = load()
  return async (input, init) => {
    const replies = await loading
    // After a change they are old.
    if (init?.method !== 'GET') replies.clear()
    const url = new URL(input instanceof Request ? input.url : input, location.href)
    const call = [...replies.keys()].find((one) => isSameCall(one, url))
    const reply = replies.get(call ?? '')
    if (call === undefined || reply === undefined) return await fetch(input, init)
    replies.delete(call)
    return Response.json(reply)
  }
}

async function load(): Promise<Replies> {
  try {
    const [opening] = performance.getEntriesByType('navigation')
    const isReload = (opening as PerformanceNavigationTiming | undefined)?.type !== 'navigate'
    const reply = await fetch(location.pathname + FLAGS, {
      // Whoever reloads wants to see what holds now.
      cache: isReload ? 'reload' : 'default',
      signal: AbortSignal.timeout(LOADER_TIMEOUT_MS),
    })
    const { data } = (await reply.json()) as { data: { replies: Record<string, object> } }
    return new Map(Object.entries(data.replies))
  } catch {
    // Then each call is made by itself, and reports what is wrong.
    return new Map()
  }
}

function isSameCall(call: string, url: URL): boolean {
  const { pathname, searchParams } = new URL(call, url)
  return (
    pathname === url.pathname &&
    [...searchParams].every(([name, value]) => url.searchParams.get(name) === value)
  )
}
