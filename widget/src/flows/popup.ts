const POLL_MS = 500
/** Windows may seem closed while they are on another site. */
const GRACE_MS = 1500

/** A window that was opened for somebody to sign in. */
export interface Popup {
  window: Window
  /** Only what pages of this origin say counts. */
  origin: string
  /** What their common are called. */
  type: string
  signal: AbortSignal
}

/** What such a page said. */
export interface Said {
  data: Readonly<Record<string, unknown>>
  /** Answers it, where it waits for that. */
  reply(message: { type: string }): void
}

/** Opens a small window; undefined where the browser allows none. */
export function openPopup(address: string, name: string): Window | undefined {
  return window.open(address, name, 'popup,width=520,height=720') ?? undefined
}

/** Waits for a message that is the last; undefined when the window was closed without one. */
export function endOfPopup(
  { window: opened, origin, type, signal }: Popup,
  isLast: (data: Said['data']) => boolean,
): Promise<Said | undefined> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(type)
    let closedAt: number | undefined
    const hear = ({ origin: from, data, source }: MessageEvent<unknown>): void => {
      // A page of our own may hear itself: the way back may end beside it (BroadcastChannel).
      if (
        (from !== origin && from !== self.origin) ||
        !isRecord(data) ||
        data.type !== type ||
        !isLast(data)
      )
        return
      end({ data, reply: (message) => source?.postMessage(message, { targetOrigin: origin }) })
    }
    const poll = setInterval(() => {
      closedAt = opened.closed ? (closedAt ?? Date.now()) : undefined
      if (closedAt !== undefined && Date.now() - closedAt >= GRACE_MS) end(undefined)
    }, POLL_MS)
    function end(said?: Said): void {
      clearInterval(poll)
      channel.close()
      removeEventListener('message', hear)
      resolve(said)
    }
    channel.addEventListener('message', hear)
    addEventListener('message', hear)
    signal.addEventListener('abort', () => end(), { once: true })
  })
}

function isRecord(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null
}
