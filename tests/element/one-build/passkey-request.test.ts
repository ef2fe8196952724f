import { getPasskey, requestPasskey } from '../../../widget/src/client/passkey-request.ts'
import { equal } from '../support/assert.ts'
import { next } from '../support/frame.ts'

const never = new AbortController().signal

// Libraries of pages that put a class of their own in place of `Promise` may lack it.
Reflect.deleteProperty(Promise, 'withResolvers')

/** What the browser is asked, in the place of `navigator.credentials`: one at a time, as browsers want it. */
function replaceCredentials(): { log: string[]; answer: (id: string) => void; restore(): void } {
  const log: string[] = []
  let answer: (id: string) => void = () => undefined
  let isPending = false
  const get = (options: CredentialRequestOptions): Promise<unknown> => {
    const kind = options.mediation === 'conditional' ? 'quiet' : 'asked'
    if (isPending) {
      log.push(`${kind} refused`)
      return Promise.reject(new DOMException('A request is already pending.', 'OperationError'))
    }
    isPending = true
    log.push(`${kind} begins`)
    return new Promise((resolve, reject) => {
      // Browsers settle an aborted request a moment later.
      options.signal?.addEventListener('abort', () => {
        setTimeout(() => {
          isPending = false
          log.push(`${kind} ends`)
          reject(options.signal?.reason)
        }, 20)
      })
      answer = (id) => {
        isPending = false
        const buffer = new Uint8Array([0xfb, 0xff]).buffer
        const response = { clientDataJSON: buffer, authenticatorData: buffer, signature: buffer }
        resolve({ id, rawId: buffer, response: { ...response, userHandle: null } })
      }
    })
  }
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true })
  return {
    log,
    answer: (id) => answer(id),
    restore: () => void Reflect.deleteProperty(navigator, 'credentials'),
  }
}

const options = {
  challenge: '-_8',
  rpId: 'localhost',
  timeout: 1000,
  userVerification: 'required',
  allowCredentials: [],
} as const

const ask = (isQuiet: boolean): Promise<string> =>
  requestPasskey((signal) => getPasskey({ ...options, allowCredentials: [] }, signal, isQuiet), {
    signal: never,
    isQuiet,
  }).then(
    ({ id }) => id,
    (error: unknown) => (error instanceof DOMException ? error.name : String(error)),
  )

test('is not offered where the page forbids it, and neither is making one', async () => {
  const allowed: unknown[] = []
  for (const allow of [
    '',
    "publickey-credentials-get 'none'",
    "publickey-credentials-create 'none'",
  ]) {
    const frame = document.createElement('iframe')
    frame.allow = allow
    frame.srcdoc = `<script type="module">
      import { hasPasskeys } from '/widget/src/client/passkey-request.ts'
      parent.postMessage([hasPasskeys(), hasPasskeys('create')])
    </script>`
    const told = next(globalThis, 'message')
    document.body.append(frame)
    allowed.push(((await told) as Event as MessageEvent).data)
    frame.remove()
  }
  equal(allowed, [
    [true, true],
    [false, true],
    [true, false],
  ])
})

const moment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

suite('a request for a passkey', () => {
  let browser: ReturnType<typeof replaceCredentials>
  setup(() => (browser = replaceCredentials()))
  teardown(() => browser.restore())

  test('ends what waits in the field, and begins when that has settled', async () => {
    const waiting = ask(true)
    await moment()
    const asked = ask(false)
    equal(await waiting, 'AbortError')
    await moment()
    browser.answer('mine')
    equal(await asked, 'mine')
    equal(browser.log, ['quiet begins', 'quiet ends', 'asked begins'])
  })

  test('does so in the same moment, before the other has begun', async () => {
    const waiting = ask(true)
    const asked = ask(false)
    equal(await waiting, 'AbortError')
    await moment()
    browser.answer('mine')
    equal(await asked, 'mine')
    equal(browser.log, ['asked begins'])
  })

  test('is replaced by the next', async () => {
    const first = ask(false)
    await moment()
    const [second, third] = [ask(false), ask(false)]
    equal([await first, await second], ['AbortError', 'AbortError'])
    await moment()
    browser.answer('third')
    equal(await third, 'third')
    equal(browser.log, ['asked begins', 'asked ends', 'asked begins'])
  })

  test('is not ended by one that waits in a field, which comes after it', async () => {
    const asked = ask(false)
    await moment()
    const waiting = ask(true)
    await moment()
    browser.answer('mine')
    equal(await asked, 'mine')
    await moment()
    browser.answer('field')
    equal(await waiting, 'field')
    equal(browser.log, ['asked begins', 'quiet begins'])
  })

  test('ends and makes way for the next, also where a password manager heeds no signal', async () => {
    const get = (): Promise<unknown> => new Promise(() => undefined)
    Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true })
    const waiting = ask(true)
    await moment()
    const asked = ask(false)
    equal(await waiting, 'AbortError')
    await moment()
    const stopped = requestPasskey(() => get(), { signal: AbortSignal.timeout(1) })
    equal(await asked, 'AbortError')
    equal(await stopped.catch(({ name }: Error) => name), 'TimeoutError')
  })

  test('is sent as text of the server’s alphabet', async () => {
    const asked = requestPasskey(
      (signal) => getPasskey({ ...options, allowCredentials: [] }, signal),
      {
        signal: never,
      },
    )
    await moment()
    browser.answer('mine')
    const { rawId, response } = await asked
    equal([rawId, response.signature, response.userHandle], ['-_8', '-_8', null])
  })
})
