import { assign, is, object, string, type Infer } from 'superstruct'

const acting = object({
  /** Id of the organization; "0" for the person themself. */
  id: string(),
  /** Name of the organization; empty for the person themself. */
  name: string(),
})

const message = assign(acting, object({ tab: string() }))

/** Marks messages of this page, which receives them too. */
const tab = String(Math.random())

/** Organization that a browser acts for. */
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
