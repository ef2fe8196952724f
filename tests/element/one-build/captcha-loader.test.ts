import { equal, ok } from '../support/assert.ts'
import {
  clear,
  loadCaptcha,
  makeForm,
  surface,
  testWithProofOfWork,
} from '../support/standalone-captcha.ts'
import { until, WORK_MS } from '../support/frame.ts'

interface Verify {
  js_v2: Record<string, string>
  back_up_js_v2: Record<string, string[]>
  integrity: Record<string, string>
}

const captcha = await loadCaptcha()
const realFetch = globalThis.fetch
let change: (verify: Verify) => void = () => undefined

// The settings are the server's own, with what the test changes in them.
globalThis.fetch = async (input, init) => {
  const reply = await realFetch(input, init)
  if (!urlOf(input).includes('/vc/setting')) return reply
  const body = (await reply.json()) as { data: { verify: Verify }; verify?: Verify }
  change(body.data.verify)
  body.verify = body.data.verify
  return Response.json(body)
}

const scripts = (): string[] =>
  Array.from(document.head.querySelectorAll('script'), ({ src }) => src).filter((src) =>
    /captcha-(?!door)/.test(src),
  )

/** Returns what scripts of the captcha have registered in this page. */
function mounts(): Map<Element | null, unknown> | undefined {
  const key = Object.getOwnPropertySymbols(globalThis).find((symbol) =>
    symbol.description?.startsWith('passport-login.captcha@'),
  )
  return key && (Reflect.get(globalThis, key) as { mounts: Map<Element | null, unknown> }).mounts
}

function open(): number {
  const { container } = makeForm()
  const id = captcha.render(container)
  void captcha.execute(id).catch(() => undefined)
  return id
}

teardown(() => {
  globalThis.fetch = realFetch
})

// A page loads the script once, so these tests depend on each other.
testWithProofOfWork(
  'loads nothing before use, passes without the script, and recovers',
  async () => {
    equal(scripts(), [], 'before')
    equal(
      performance.getEntriesByType('resource').filter(({ name }) => /captcha-\w+-/.test(name)),
      [],
    )

    // One address is down, and the file of the other has the wrong digest: the device
    // computes a proof of work, with code that is loaded already.
    change = (verify) => {
      verify.back_up_js_v2 = { sg: [verify.js_v2.sg ?? ''] }
      verify.js_v2 = { sg: `${location.origin}/nowhere/captcha-1.js` }
      verify.integrity = { sg: `sha384-${btoa('x'.repeat(48))}` }
    }
    const id = open()
    await until(() => Boolean(surface()?.querySelector('progress')), 'computing')
    await until(() => surface() === null, 'the end of the check', WORK_MS)
    equal(captcha.getResponse(id).length, 43)
    equal(scripts(), [], 'what failed is taken out of the page')
    equal(mounts()?.size, 0, 'what was changed on the way has not run')

    // After a failure it is tried again: the first address is too late, the second was tampered
    // with, the third works.
    clear()
    let good = ''
    change = (verify) => {
      good = verify.js_v2.sg ?? ''
      verify.js_v2 = { sg: `${location.origin}/late-captcha-script.js` }
      verify.back_up_js_v2 = { sg: [`${location.origin}/captcha-entry.js?captcha-x`, good] }
    }
    const began = performance.now()
    open()
    await until(() => Boolean(surface()?.querySelector('.check')), 'the script')
    const took = performance.now() - began
    ok(took >= 4000, `the first address had 4 seconds: ${took}`)
    equal(scripts(), [good])
    const [script] = document.head.querySelectorAll<HTMLScriptElement>('script[integrity]')
    ok(script?.integrity.startsWith('sha384-'), 'integrity')
    equal(script?.crossOrigin, 'anonymous')

    // The late file arrives, and nothing changes.
    await until(
      () => performance.getEntriesByName(`${location.origin}/late-captcha-script.js`).length > 0,
      'the late script',
    )
    equal(scripts(), [good])
    equal(document.querySelectorAll('[data-passport-captcha]').length, 1)
    equal(surface()?.querySelectorAll('.check').length, 1)
  },
)

function urlOf(input: RequestInfo | URL): string {
  return input instanceof Request ? input.url : String(input)
}
