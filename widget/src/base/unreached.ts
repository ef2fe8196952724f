let isLogged = false

/** Logs once why the account server does not serve a page; false if that may pass by itself. */
export async function explainUnreached(server: string, aid: number): Promise<boolean> {
  const [isLasting, cause] = await findCause(server, aid)
  // oxlint-disable-next-line no-console
  if (!isLogged) console.warn(`passport-login: ${server} does not serve this page. ${cause}`)
  isLogged = true
  return isLasting
}

/** Whether somebody has to do something, and a sentence that names the cause and what to do. */
async function findCause(server: string, aid: number): Promise<[boolean, string]> {
  if (!navigator.onLine) return [false, 'The browser is offline.']
  if (location.protocol === 'https:' && isPlainHttp(server)) {
    return [true, 'Browsers let no https page call http: serve the account server by https.']
  }
  const { isAnswered, directive } = await probe(server, `${server}/passport-login.js`)
  if (directive !== undefined) {
    const add = `add ${server} to ${directive}`
    return [true, `The content security policy of this page forbids it: ${add}.`]
  }
  if (!isAnswered) {
    return [
      false,
      'It is not running, its address is wrong, or an extension of the browser or a network filter blocks it.',
    ]
  }
  if (self.origin === 'null') {
    return [
      true,
      'This page has no origin, since it is a file or in a sandboxed frame: serve it by http, or add allow-same-origin to the frame.',
    ]
  }
  const call = `${server}/passport/web/seal_key?aid=${aid}`
  if (await isServed(call)) return [false, 'By now it does.']
  // Of a call that only the origin's rules refuse, a reply comes that nobody can read; isolated
  // pages do not get that either.
  const isRefused = crossOriginIsolated || (await probe(server, call)).isAnswered
  return [
    isRefused,
    `The server runs, but either does not know ${self.origin} – name that in HOST_PAGE_ORIGINS, which is for application 1002, ` +
      `or among the origins of application ${aid} – or an extension blocks its calls. See "On the same site" in docs/embedding.md.`,
  ]
}

async function isServed(call: string): Promise<boolean> {
  try {
    const reply = await fetch(call, { cache: 'no-store' })
    return ((await reply.json()) as { message?: unknown }).message === 'success'
  } catch {
    return false
  }
}

function isPlainHttp(server: string): boolean {
  const { protocol, hostname } = new URL(server)
  return protocol === 'http:' && !/^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
}

/** Requests a file or call of the server unread; `directive` is that of a policy that forbids it. */
async function probe(
  server: string,
  url: string,
): Promise<{ isAnswered: boolean; directive?: string }> {
  let directive: string | undefined
  const onViolation = (event: SecurityPolicyViolationEvent): void => {
    if (event.blockedURI.startsWith(server)) directive = event.effectiveDirective
  }
  document.addEventListener('securitypolicyviolation', onViolation)
  try {
    await fetch(url, { method: 'HEAD', mode: 'no-cors', cache: 'no-store' })
    return { isAnswered: true }
  } catch {
    // The event follows the rejection.
    await new Promise((resolve) => {
      setTimeout(resolve, 100)
    })
    return { isAnswered: false, ...(directive === undefined ? {} : { directive }) }
  } finally {
    document.removeEventListener('securitypolicyviolation', onViolation)
  }
}
