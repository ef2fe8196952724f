const POLL_MS = 500
/** Windows may seem closed while they show another site, so this much longer is waited. */
const GRACE_MS = 1500

/** A window that was opened for somebody to sign in. */
export interface Popup {
  window: Window
  /** Origin whose messages count, beside that of this page. */
  origin: string
  /** The `type` of its messages. */
  type: string
  signal: AbortSignal
}

/** A message of the page in the window. */
export interface PopupMessage {
  data: Readonly<Record<string, unknown>>
  /** Sends an answer to the page that sent the message. */
  reply(message: { type: string }): void
}

/** Opens a small window; undefined where the browser allows none. */
export function openPopup(address: string, name: string): Window | undefined {
  return window.open(address, name, 'popup,width=520,height=720') ?? undefined
}

/** Waits for the last message; undefined when the window is closed without one. */
export function endOfPopup(
  { window: opened, origin, type, signal }: Popup,
  isLast: (data: PopupMessage['data']) => boolean,
): Promise<PopupMessage | undefined> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(type)
    let closedAt: number | undefined
    const onMessage = ({ origin: from, data, source }: MessageEvent<unknown>): void => {
      // The callback page may be of this origin, and then answers by the BroadcastChannel.
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
    function end(message?: PopupMessage): void {
      clearInterval(poll)
      channel.close()
      removeEventListener('message', onMessage)
      resolve(message)
    }
    channel.addEventListener('message', onMessage)
    addEventListener('message', onMessage)
    signal.addEventListener('abort', () => end(), { once: true })
  })
}

function isRecord(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null
}
