import { create } from 'superstruct'
import { describe, expect, test, vi } from 'vitest'
import {
  captchaSettings,
  captchaState,
  getChallenge,
  mailCaptchaLink,
  verifyChallenge,
} from '#protocol/captcha/calls.ts'
import { challengeAnswer, challengeRequest, openDecision } from '#protocol/captcha/challenge.ts'
import { pathOf } from '#protocol/endpoint.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { failure, success } from '#protocol/envelope.ts'
import type { CaptchaDependencies } from '../../server/captcha/captcha.ts'
import { createApi } from '../../widget/captcha/api.ts'
import { completeConfig } from '../../widget/captcha/config.ts'
import { createSession } from '../../widget/captcha/session.ts'
import type { SessionState } from '../../widget/captcha/session-state.ts'
import { ann, createTestCaptcha, quickWork } from './server.ts'

/** A browser's session against the real service; only the wire between them is a function call. */
async function createBrowser(parts: Partial<CaptchaDependencies> = {}, email?: string) {
  const server = await createTestCaptcha(parts)
  const decision = await server.open({ email })
  let mailed = ''
  let isDown = false
  const endpoints = [captchaSettings, getChallenge, mailCaptchaLink, captchaState, verifyChallenge]
  const paths = endpoints.map((endpoint: Endpoint) => pathOf(endpoint, 'root'))

  async function answer(path: string, body: unknown): Promise<object> {
    switch (path) {
      case paths[0]:
        return success({ verify: server.captcha.setting() }, 'L')
      case paths[1]: {
        const outcome = await server.captcha.get(create(body, challengeRequest), server.asker)
        if ('challenge' in outcome) return success(outcome.challenge, 'L')
        const wait = 'retryAfterSeconds' in outcome ? outcome.retryAfterSeconds : 0
        return failure(outcome.error, '', 'L', { retry_after: wait })
      }
      case paths[2]: {
        const outcome = await server.captcha.mail(create(body, openDecision), server.asker)
        if ('error' in outcome) return failure(outcome.error, '', 'L')
        mailed = outcome.decisionId
        return success({ email: 'a*@example.com', expires_in: 600 }, 'L')
      }
      case paths[3]:
        return success(await server.captcha.state(create(body, openDecision), server.asker), 'L')
      default:
        return success(
          await server.captcha.verify(create(body, challengeAnswer), server.asker),
          'L',
        )
    }
  }

  const send: typeof fetch = async (url, init) => {
    if (isDown) throw new TypeError('fetch failed')
    const request = new Request(url, init)
    const { pathname } = new URL(request.url)
    return Response.json(await answer(pathname, await request.json()))
  }

  const config = completeConfig({ aid: 1001, captchaHost: 'https://id.example.com' })
  const api = createApi(config, decision, send)
  let passes = 0
  const count = () => {
    passes += 1
  }
  const session = createSession(api, count, () => session.dispose())
  return {
    ...server,
    api,
    session,
    decision,
    passes: () => passes,
    openLink: () => server.captcha.passByLink(mailed),
    goDown: (down: boolean) => {
      isDown = down
    },
    async until<Step extends SessionState['step']>(
      ...steps: Step[]
    ): Promise<Extract<SessionState, { step: Step }>> {
      const here = () =>
        steps.some((step) => step === session.state().step)
          ? (session.state() as Extract<SessionState, { step: Step }>)
          : undefined
      return (
        here() ??
        (await new Promise((resolve) => {
          const stop = session.subscribe(() => {
            const state = here()
            if (!state) return
            stop()
            resolve(state)
          })
        }))
      )
    },
  }
}

describe('a session', () => {
  test('passes after a solved puzzle, and the protected call succeeds', async () => {
    const { session, until, wait, rightX, captcha, passes } = await createBrowser()
    session.start()
    const { challenge } = await until('puzzle')
    expect(challenge.subtype).toBe('slide')
    wait(2000)
    session.answer({ x: rightX() }, 'keyboard')
    await until('passed')
    expect(await captcha.consume(ann)).toBeDefined()
    await expect.poll(passes).toBe(1)
  })

  test('takes no other answer while one is checked, and none after', async () => {
    const { session, until, wait, rightX } = await createBrowser()
    session.start()
    await until('puzzle')
    wait(2000)
    session.answer({ x: rightX() }, 'mouse')
    session.answer({ x: 1 }, 'mouse')
    await until('passed')
    session.answer({ x: 1 }, 'mouse')
    expect(session.state().step).toBe('passed')
  })

  test('shows another picture after a wrong answer, and ends after three', async () => {
    const { session, until, wait } = await createBrowser()
    session.start()
    for (const left of [3, 2, 1]) {
      const { challenge } = await until('puzzle')
      expect(challenge.left).toBe(left)
      wait(2000)
      session.answer({ x: 1 }, 'mouse')
      await until('checking')
      await until('puzzle', 'ended')
    }
    expect(session.state()).toEqual({ step: 'ended' })
  })

  test('passes by computing instead', async () => {
    const { session, until, captcha } = await createBrowser()
    session.work()
    await until('working')
    await until('passed')
    expect(await captcha.consume(ann)).toBeDefined()
  })

  test('computes automatically if the server has no picture ready', async () => {
    const pool = {
      take: async () => undefined,
      close: async () => {},
    }
    const { session, until } = await createBrowser({ pool })
    session.start()
    await until('working')
    expect(await until('passed')).toEqual({ step: 'passed', challenge: undefined })
  })

  test('stops computing when the person chooses a picture', async () => {
    const { session, until, compared } = await createBrowser({
      work: { ...quickWork, alone: { 0: 20_000, 1: 20_000, 2: 20_000 } },
    })
    session.work()
    await until('working')
    session.picture()
    await until('puzzle')
    expect(compared()).toBe(0)
  })

  test('passes when the mailed link was opened in any browser', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { session, until, captcha, openLink } = await createBrowser({}, 'ann@example.com')
    session.start()
    await until('puzzle')
    expect(session.methods()).toEqual(['pow', 'email'])
    session.mail()
    expect(session.state()).toEqual({ step: 'mailed', to: '' })
    await vi.waitFor(
      () => expect(session.state()).toEqual({ step: 'mailed', to: 'a*@example.com' }),
      20_000,
    )
    await vi.advanceTimersByTimeAsync(3000)
    expect(session.state().step).toBe('mailed')
    expect(await openLink()).toBe(true)
    await vi.advanceTimersByTimeAsync(3000)
    await until('passed')
    expect(await captcha.consume(ann)).toBeDefined()
  })

  test('passes by the mailed link also when the person went back to the picture', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const browser = await createBrowser({}, 'ann@example.com')
    const { session, until, captcha, openLink, passes } = browser
    session.start()
    await until('puzzle')
    session.mail()
    await vi.waitFor(() => expect(session.state()).toHaveProperty('to', 'a*@example.com'), 20_000)
    session.start()
    await until('puzzle')
    expect(await openLink()).toBe(true)
    await vi.advanceTimersByTimeAsync(3000)
    await until('passed')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(passes()).toBe(1)
    expect(await captcha.consume(ann)).toBeDefined()
  })

  test('passes even if the dialog is closed while success is shown', async () => {
    const { session, until, wait, rightX, passes } = await createBrowser()
    session.start()
    await until('puzzle')
    wait(2000)
    session.answer({ x: rightX() }, 'keyboard')
    await until('passed')
    session.close()
    expect(passes()).toBe(1)
  })

  test('offers no mailed link without a known address, and returns to the picture', async () => {
    const { session, until } = await createBrowser()
    session.start()
    await until('puzzle')
    expect(session.methods()).toEqual(['pow'])
    session.mail()
    await until('ended')
    session.start()
    await until('puzzle')
    session.dispose()
  })

  test('distinguishes chosen from required computing', async () => {
    const pool = {
      take: async () => undefined,
      close: async () => {},
    }
    const { session, until } = await createBrowser({ pool })
    session.start()
    expect((await until('working')).isAsked).toBe(false)
    session.work()
    expect((await until('working')).isAsked).toBe(true)
    session.dispose()
  })

  test('offers every alternative except the current one', async () => {
    const { session, until, goDown } = await createBrowser({}, 'ann@example.com')
    session.start()
    await until('puzzle')
    expect(session.methods()).toEqual(['pow', 'email'])
    session.work()
    await until('working')
    expect(session.methods()).toEqual(['visual', 'email'])
    goDown(true)
    session.again()
    await until('offline')
    expect(session.methods()).toEqual(['visual', 'email'])
    goDown(false)
    session.mail()
    await until('mailed')
    expect(session.methods()).toEqual(['visual', 'pow', 'email'])
    session.dispose()
  })

  test('reports that the browser is offline and continues on retry', async () => {
    const { session, until, goDown } = await createBrowser()
    goDown(true)
    session.start()
    await until('offline')
    goDown(false)
    session.start()
    expect((await until('puzzle')).challenge.left).toBe(3)
    session.dispose()
  })

  test('continues after a picture that could not be shown', async () => {
    const { session, until } = await createBrowser()
    session.start()
    await until('puzzle')
    session.unreadable()
    expect(session.state()).toEqual({ step: 'unreadable' })
    session.start()
    expect((await until('puzzle')).challenge.left).toBe(3)
    session.dispose()
  })

  test('shows a new picture if the answer came too late', async () => {
    const { session, until, wait, rightX } = await createBrowser()
    session.start()
    const before = await until('puzzle')
    wait(180_000)
    session.answer({ x: rightX() }, 'mouse')
    await until('loading')
    const after = await until('puzzle')
    expect(after.reason).toBe('expired')
    expect(after.challenge.id).not.toBe(before.challenge.id)
    expect(after.challenge.left).toBe(3)
    session.dispose()
  })

  test('replaces an expired picture, but not while the page is hidden', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const page = Object.assign(new EventTarget(), { hidden: true })
    vi.stubGlobal('document', page)
    const { session, until, wait } = await createBrowser()
    session.start()
    const first = await until('puzzle')
    wait(180_000)
    await vi.advanceTimersByTimeAsync(180_000)
    expect(session.state()).toBe(first)
    page.hidden = false
    page.dispatchEvent(new Event('visibilitychange'))
    await until('loading')
    const second = await until('puzzle')
    expect(second.reason).toBe('expired')
    wait(180_000)
    await vi.advanceTimersByTimeAsync(180_000)
    await until('loading')
    expect((await until('puzzle')).challenge.id).not.toBe(second.challenge.id)
    session.dispose()
  })

  test('continues computing after a wait if that was chosen', async () => {
    const { defaultLimits } = await import('../../server/captcha/captcha-limits.ts')
    const { session, until, wait } = await createBrowser({
      limits: {
        ...defaultLimits,
        browser: { ...defaultLimits.browser, issue: [{ max: 0, windowMs: 1000 }] },
      },
    })
    session.work()
    expect(await until('waiting')).toEqual({ step: 'waiting', seconds: 1 })
    wait(1000)
    await until('working')
    expect((await until('waiting')).seconds).toBe(1)
    session.dispose()
  })

  test('shows how long to wait when the limit is reached', async () => {
    const { defaultLimits } = await import('../../server/captcha/captcha-limits.ts')
    const { session, until } = await createBrowser({
      limits: {
        ...defaultLimits,
        browser: { ...defaultLimits.browser, issue: [{ max: 0, windowMs: 60_000 }] },
      },
    })
    session.start()
    expect(await until('waiting')).toEqual({ step: 'waiting', seconds: 60 })
    session.dispose()
  })

  test('sends the common parameters and the CSRF token of the page with every call', async () => {
    const { decision } = await createBrowser()
    const sent: Request[] = []
    const api = createApi(
      completeConfig({
        aid: 1001,
        subjectAid: 1002,
        language: 'ja',
        source: 'app',
        csrfToken: 'a1b2',
        captchaHost: 'https://id.example.com',
      }),
      decision,
      async (...call) => {
        sent.push(new Request(...call))
        return Response.json({ message: 'success', verify: { js_v2: {} } })
      },
    )
    const { signal } = new AbortController()
    await api.settings(signal)
    await api.decisionState(signal)
    for (const { url, headers } of sent) {
      expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
        aid: '1001',
        subject_aid: '1002',
        language: 'ja',
        account_sdk_source: 'app',
        passport_jssdk_version: '2.0.0',
        fp: decision.fp,
        verifyFp: decision.fp,
      })
      expect(headers.get('x-tt-passport-csrf-token')).toBe('a1b2')
    }
    expect(sent).toHaveLength(2)
    expect(sent[0]?.headers.get('x-setting-flag')).toBe('1')
  })

  test('also reads settings from the top level of the reply', async () => {
    const { decision } = await createBrowser()
    const verify = { js_v2: { sg: 'https://id.example.com/captcha.js' } }
    const api = createApi(
      completeConfig({ aid: 1001, captchaHost: 'https://id.example.com' }),
      decision,
      async () => Response.json({ message: 'success', verify }),
    )
    expect(await api.settings(new AbortController().signal)).toMatchObject(verify)
  })
})
