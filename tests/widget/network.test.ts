import { expect, test, vi } from 'vitest'
import { NetworkError } from '../../widget/src/client/index.ts'
import { createLoginFlow } from '../../widget/src/login/flows/login.ts'
import type { NewPasswordFlow } from '../../widget/src/login/flows/new-password.ts'
import type { FormError } from '../../widget/src/ui/flows/form-error.ts'
import { createResetPasswordFlow } from '../../widget/src/login/flows/reset-password.ts'
import { createSignUpFlow } from '../../widget/src/login/flows/sign-up.ts'
import { common } from '../../widget/src/messages/en/common.ts'
import { createTestServer, type TestServer } from '../support/test-server.ts'
import type { Person } from '../support/create-people.ts'
import { form, openInstance, type TestInstance } from './instance.ts'

type NetworkFault = (send: typeof fetch, call: Parameters<typeof fetch>) => Promise<Response>

/** Longer than every timeout of the client. */
const FOREVER_MS = 60_000

/** Network faults, and the message that people see for each. */
const networkFaults: Record<string, { text: string; wait?: number; fault: NetworkFault }> = {
  'without a network': {
    text: common.offline,
    fault: () => Promise.reject(new TypeError('Failed to fetch')),
  },
  'when something between answers for the server': {
    text: common.broken,
    fault: () => Promise.resolve(new Response('<h1>502 Bad Gateway</h1>', { status: 502 })),
  },
  'when something between says how long to wait': {
    text: common.broken,
    wait: 20,
    fault: () =>
      Promise.resolve(
        new Response('<h1>429 Too Many Requests</h1>', {
          status: 429,
          headers: { 'retry-after': '20' },
        }),
      ),
  },
  'when the server has an error': {
    text: common.broken,
    fault: () =>
      Promise.resolve(
        Response.json(
          { message: 'error', data: { error_code: 7, description: '', captcha: '' } },
          { status: 503 },
        ),
      ),
  },
  'when no answer comes in time': {
    text: common.slow,
    fault: async () => {
      await vi.advanceTimersByTimeAsync(FOREVER_MS)
      return new Promise<Response>(() => undefined)
    },
  },
}

const cut: NetworkFault = async (send, call) => {
  await send(...call)
  throw new TypeError('Failed to fetch')
}

interface Step {
  /** Submits the form of the step. */
  submit(): Promise<boolean>
  formError(): FormError | undefined
  /** Returns the state that a failed call must not change. */
  stays(): unknown
  /** Whether another code can be asked for, or already was. */
  hasCode(): boolean
}

type Open = (opened: TestInstance, server: TestServer, ann: Person) => Promise<Step>

function stepOf(flow: NewPasswordFlow, submit: () => Promise<boolean>): Step {
  return {
    submit,
    formError: () => flow.$formError.get(),
    stays: () => flow.code.$state.get(),
    hasCode: () => flow.code.$state.get().step === 'code',
  }
}

const password = 'eight louder otters'

/** Every step of signing in, signing up and resetting a password, with valid input. */
const steps: Record<string, Open> = {
  'signing in by password': async ({ instance }, _, ann) => {
    const flow = createLoginFlow(instance)
    const typed = form({ account: ann.email, password: ann.password })
    return {
      submit: () => flow.signInByPassword(typed),
      formError: () => flow.$formError.get(),
      stays: () => flow.$method.get(),
      hasCode: () => false,
    }
  },
  'asking for a code to sign in': async ({ instance }, _, ann) => {
    const flow = createLoginFlow(instance)
    return {
      submit: () => flow.signInByCode(form({ email: ann.email })),
      formError: () => flow.$formError.get(),
      stays: () => flow.code.$state.get(),
      hasCode: () => flow.code.$state.get().step === 'code',
    }
  },
  'signing in by code': async ({ instance }, server, ann) => {
    const flow = createLoginFlow(instance)
    await flow.signInByCode(form({ email: ann.email }))
    const typed = form({ code: await server.codeFor(ann.email) })
    return {
      submit: () => flow.signInByCode(typed),
      formError: () => flow.$formError.get(),
      stays: () => flow.code.$state.get(),
      hasCode: () => flow.code.$state.get().step === 'code',
    }
  },
  'asking for a code to sign up': async ({ instance }) => {
    const flow = createSignUpFlow(instance)
    return stepOf(flow, () => flow.submit(form({ email: 'bea@example.com' })))
  },
  'signing up': async ({ instance }, server) => {
    const flow = createSignUpFlow(instance)
    await flow.submit(form({ email: 'bea@example.com' }))
    const typed = form({ code: await server.codeFor('bea@example.com'), password, name: 'Bea' })
    return stepOf(flow, () => flow.submit(typed))
  },
  'asking for a code to reset the password': async ({ instance }, _, ann) => {
    const flow = createResetPasswordFlow(instance)
    return stepOf(flow, () => flow.submit(form({ email: ann.email })))
  },
  'setting a new password': async ({ instance }, server, ann) => {
    const flow = createResetPasswordFlow(instance)
    await flow.submit(form({ email: ann.email }))
    const typed = form({ code: await server.codeFor(ann.email), password })
    return stepOf(flow, () => flow.submit(typed))
  },
}

/** Opens a step; `meet` sets the fault of its calls. */
async function open(step: Open): Promise<{ step: Step; meet: (fault?: NetworkFault) => void }> {
  const server = await createTestServer()
  const ann = await server.person()
  // An address gets a code once a minute.
  server.clock.passSeconds(61)
  let met: NetworkFault | undefined
  const opened = openInstance(server, {
    wrap:
      (send) =>
      (...call) =>
        met ? met(send, call) : send(...call),
  })
  // People type longer than it takes to load the key for sealed fields.
  await opened.instance.client().warmUp()
  return {
    step: await step(opened, server, ann),
    meet: (fault) => {
      met = fault
    },
  }
}

for (const [what, opens] of Object.entries(steps)) {
  test(`explains every failure of ${what}, and continues on retry`, async () => {
    const { step, meet } = await open(opens)
    const before = step.stays()
    for (const [when, { text, wait, fault }] of Object.entries(networkFaults)) {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      meet(fault)
      expect(await step.submit(), when).toBe(false)
      vi.useRealTimers()
      expect(step.formError(), when).toEqual({ text, ...(wait && { wait }) })
      expect(step.stays(), when).toEqual(before)
    }
    meet()
    expect([await step.submit(), step.formError()]).toEqual([true, undefined])
  })

  test(`continues if only the reply to ${what} was lost`, async () => {
    const { step, meet } = await open(opens)
    meet(cut)
    expect(await step.submit()).toBe(false)
    expect(step.formError()?.text).toBe(common.offline)
    meet()
    // The second attempt succeeds, or a code can be typed or requested, or another screen is offered.
    const isDone = await step.submit()
    const formError = step.formError()
    const isLed = step.hasCode() || formError?.remedy !== undefined
    expect(isDone || (formError?.text !== '' && isLed)).toBe(true)
  })
}

test('fires errors with the names of the catalogue', async () => {
  const server = await createTestServer()
  const { instance, events } = openInstance(server, {
    wrap: () => () => Promise.reject(new TypeError('Failed to fetch')),
  })
  await createLoginFlow(instance).signInByPassword(form({ account: 'ann', password: 'otters' }))
  expect(events.map(({ detail }) => detail)).toMatchObject([
    { reason: 'call', name: new NetworkError('unreachable').name },
  ])
})
