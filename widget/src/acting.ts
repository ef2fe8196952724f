import { assign, is, object, string, type Infer } from 'superstruct'

const acting = object({
  /** Id of the organization; "0" for the person themself. */
  id: string(),
  /** Its name; empty for the person themself. */
  name: string(),
})

const message = assign(acting, object({ tab: string() }))

/** A page hears its own messages too, and knows them by this. */
const tab = String(Math.random())

/** For whom a browser acts. */
export type Acting = Infer<typeof acting>

/** All tabs share a session and so the organization that it acts for. */
function channelOf(server: string): BroadcastChannel | undefined {
  // There are no tabs where markup is rendered on a server.
  if (typeof BroadcastChannel === 'undefined' || typeof self === 'undefined') return undefined
  return new BroadcastChannel(`passport-acting ${server || self.origin}`)
}

/** Tells the other tabs of this site for whom the browser now acts. */
export function tellActing(server: string, now: Acting): void {
  const channel = channelOf(server)
  channel?.postMessage({ ...now, tab })
  channel?.close()
}

/** Calls back whenever another tab of this site has changed it. */
export function watchActing(
  server: string,
  onChange: (now: Acting) => void,
  signal: AbortSignal,
): void {
  const channel = channelOf(server)
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (is(data, message) && data.tab !== tab) onChange({ id: data.id, name: data.name })
  })
  signal.addEventListener('abort', () => channel?.close())
}
