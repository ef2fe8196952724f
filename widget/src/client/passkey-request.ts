import type { AssertedCredential, RequestOptions } from '#protocol/passkeys.ts'

/** Time after which a request that the person started ends without an answer. */
const MAX_WAIT_MS = 90_000

/** Time in which a browser settles what it was told to end; some password managers never do. */
const SETTLE_MS = 500

interface Running {
  isQuiet: boolean
  controller: AbortController
  settled: Promise<void>
}

/** The request of the page: browsers allow one at a time, whichever element asks. */
let running: Running | undefined

/** Whether this browser and page can ask for passkeys, or create them, at all. */
export function hasPasskeys(use: 'get' | 'create' = 'get'): boolean {
  // Only browsers that obey such a policy of the page have this.
  const { featurePolicy: policy } = document as Document & {
    featurePolicy?: { allowsFeature(name: string): boolean }
  }
  return (
    typeof PublicKeyCredential === 'function' &&
    policy?.allowsFeature(`publickey-credentials-${use}`) !== false &&
    !isFramedElsewhere()
  )
}

// In a frame of another site the server refuses what an authenticator signs.
function isFramedElsewhere(): boolean {
  try {
    return self.top?.location.origin !== self.origin
  } catch {
    return true
  }
}

/** Whether passkeys of an RP ID can be asked for by this page itself. */
export async function canAskHere(rpId: string): Promise<boolean> {
  const { hostname } = location
  if (hostname === rpId || hostname.endsWith(`.${rpId}`)) return true
  const capabilities = await PublicKeyCredential.getClientCapabilities?.()
  return capabilities?.relatedOrigins === true
}

/** Whether the browser can offer passkeys in the list of a field. */
export async function canAutofill(): Promise<boolean> {
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false
}

/**
 * Does one request of the page. It ends a former one and starts when that has settled; a quiet request, which
 * waits in a field, ends only quiet ones and waits for others.
 * @throws DOMException: AbortError if another request took its place, TimeoutError after 90 seconds
 */
export async function requestPasskey<Answer>(
  ask: (signal: AbortSignal) => Promise<Answer>,
  { signal, isQuiet = false }: { signal: AbortSignal; isQuiet?: boolean },
): Promise<Answer> {
  // Before anything is awaited, so that whoever comes next can end this one at any moment.
  const controller = new AbortController()
  let settle = (): void => undefined
  const settled = new Promise<void>((resolve) => {
    settle = resolve
  })
  const before = running
  running = { isQuiet, controller, settled }
  if (!isQuiet || before?.isQuiet) before?.controller.abort()
  const limit = isQuiet ? [] : [AbortSignal.timeout(MAX_WAIT_MS)]
  const ends = AbortSignal.any([controller.signal, signal, ...limit])
  try {
    await before?.settled
    ends.throwIfAborted()
    const asked = ask(ends).catch((error: Error) => {
      // The browser may need a moment more to forget a request that it has ended.
      if (error.name !== 'OperationError') throw error
      return ask(ends)
    })
    return await Promise.race([asked, overdue(ends)])
  } finally {
    settle()
    if (running.controller === controller) running = undefined
  }
}

/** Rejects a moment after a signal, for requests that do not obey it. */
function overdue(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => setTimeout(() => reject(signal.reason), SETTLE_MS))
  })
}

/** Asks for a signature by a passkey; a conditional request waits until one is chosen in a field. */
export async function getPasskey(
  options: RequestOptions,
  signal: AbortSignal,
  isConditional = false,
): Promise<AssertedCredential> {
  signal.throwIfAborted()
  const { id, rawId, response } = await answerOf(
    navigator.credentials.get({
      publicKey: {
        ...options,
        challenge: toBytes(options.challenge),
        allowCredentials: options.allowCredentials.map(toDescriptor),
      },
      signal,
      ...(isConditional && { mediation: 'conditional' }),
    }),
  )
  // Not all engines have the classes of responses.
  const { clientDataJSON, authenticatorData, signature, userHandle } =
    response as AuthenticatorAssertionResponse
  return {
    id,
    rawId: toText(rawId),
    type: 'public-key',
    response: {
      clientDataJSON: toText(clientDataJSON),
      authenticatorData: toText(authenticatorData),
      signature: toText(signature),
      userHandle: userHandle && toText(userHandle),
    },
  }
}

/** Returns what an authenticator answered. @throws NotAllowedError for nothing */
export async function answerOf(asked: Promise<Credential | null>): Promise<PublicKeyCredential> {
  const answer = await asked
  if (answer === null) throw new DOMException('no passkey came', 'NotAllowedError')
  return answer as PublicKeyCredential
}

/** Returns a credential of the options as browsers take it. */
export function toDescriptor({
  type,
  id,
  transports,
}: RequestOptions['allowCredentials'][number]): PublicKeyCredentialDescriptor {
  return {
    type,
    id: toBytes(id),
    // Names that a browser does not know, it ignores.
    ...(transports && { transports: transports as AuthenticatorTransport[] }),
  }
}

/** Reads base64url. */
export function toBytes(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

/** Writes base64url, without padding. */
export function toText(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
