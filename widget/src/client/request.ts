import wretch from 'wretch'
import FormUrlAddon from 'wretch/addons/formUrl'
import { AbortError, NetworkError } from './errors.ts'

/** One HTTP request. */
export interface Request {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  /** Form fields, a form with files, or JSON. */
  body: Record<string, string> | FormData | string | undefined
  timeoutMs: number
  signal: AbortSignal | undefined
  fetch: typeof fetch | undefined
}

/**
 * Sends a request with cookies and reads the reply as text, whatever its status.
 * @throws NetworkError when no reply came in time, AbortError when the caller gave up.
 */
export async function exchange(request: Request): Promise<{ reply: Response; text: string }> {
  const controller = new AbortController()
  const giveUp = (): void => controller.abort(new AbortError())
  const timer = setTimeout(() => controller.abort(new NetworkError('timeout')), request.timeoutMs)
  if (request.signal?.aborted) giveUp()
  request.signal?.addEventListener('abort', giveUp)
  // A fetch of the page may ignore signals, so waiting is aborted too.
  const cutOff = new Promise<never>((_, reject) => {
    const stop = (): void => reject(controller.signal.reason as Error)
    if (controller.signal.aborted) stop()
    else controller.signal.addEventListener('abort', stop)
  })
  try {
    return await Promise.race([cutOff, fetchText(request, controller.signal)])
  } catch (error) {
    if (error instanceof NetworkError || error instanceof AbortError) throw error
    throw new NetworkError('unreachable', { cause: error })
  } finally {
    clearTimeout(timer)
    request.signal?.removeEventListener('abort', giveUp)
  }
}

async function fetchText(
  request: Request,
  signal: AbortSignal,
): Promise<{ reply: Response; text: string }> {
  signal.throwIfAborted()
  const base = wretch(request.url, { credentials: 'include', signal })
    .addon(FormUrlAddon)
    .fetchPolyfill(request.fetch ?? ((...call) => fetch(...call)))
    .headers(request.headers)
  const filled =
    request.body === undefined
      ? base
      : request.body instanceof FormData
        ? base.body(request.body)
        : typeof request.body === 'string'
          ? base.content('application/json').body(request.body)
          : base.formUrl(request.body)
  const reply = await filled
    // Rejections are replies too: the envelope decides, not the status.
    .catcherFallback((error) => {
      if (error instanceof wretch.WretchError) return error.response
      throw error
    })
    .fetch(request.method)
    .res()
  return { reply, text: await reply.text() }
}
