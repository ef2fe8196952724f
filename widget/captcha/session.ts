import type { Challenge } from '#protocol/captcha/challenge.ts'
import type { Answer, Api, CallError, ChallengeMode, Input } from './api.ts'
import { methodsBeside } from './session-state.ts'
import type { PictureReason, SessionState } from './session-state.ts'
import { startWork, type Work } from './work.ts'

/** Result of a passed captcha. */
export interface Pass {
  ticket: string | undefined
  expiresInSeconds: number
}

/** One captcha from the first challenge to the pass, independent of its presentation. */
export type Session = ReturnType<typeof createSession>

/** A picture is replaced this long before it expires. */
const EXPIRY_LEAD_MS = 5000
/** Interval of asking whether a mailed link was opened. */
const MAIL_POLL_MS = 3000
/** Time for which the pass is shown. */
const PASSED_MS = 700
/** Computing that takes longer counts as slow. */
const SLOW_MS = 10_000

/** Calls back after a time, unless the step of the signal ends before; returns what cancels it. */
function schedule(run: () => void, delayMs: number, signal: AbortSignal): () => void {
  const timer = setTimeout(run, delayMs)
  const cancel = (): void => clearTimeout(timer)
  signal.addEventListener('abort', cancel, { once: true })
  return cancel
}

/** Runs when the page is visible, at once if it is. */
function whenVisible(run: () => void, signal: AbortSignal): void {
  const { document } = globalThis as { document?: Document }
  if (document?.hidden) document.addEventListener('visibilitychange', run, { once: true, signal })
  else run()
}

/** Asks until a mailed link was opened or cannot be any more. */
async function pollLink(api: Api, signal: AbortSignal) {
  for (;;) {
    await new Promise<void>((resolve) => {
      setTimeout(resolve, MAIL_POLL_MS)
    })
    signal.throwIfAborted()
    const decision = await api.decisionState(signal)
    // A failed call is repeated: the person is busy with the mail.
    if (!('callError' in decision) && decision.state !== 'open') return decision
  }
}

/**
 * Creates the session of one decision; `onPass` is called after the pass was shown. A challenge is
 * asked for, presented, checked and passed, or the next one is presented.
 */
export function createSession(api: Api, onPass: (pass: Pass) => void, onClose: () => void) {
  const listeners = new Set<() => void>()
  let state: SessionState = { step: 'loading' }
  let mode: ChallengeMode = 'any'
  let hasAddress = false
  let work: Work | undefined
  /** Ends the calls and timers of the current step. */
  let step = new AbortController()
  /** Ends waiting for a mailed link, which goes on beside other methods. */
  let link = new AbortController()
  let finish: (() => void) | undefined

  function show(next: SessionState): void {
    state = next
    for (const listener of listeners) listener()
  }

  /** Ends the current step; the work of its challenge goes on. */
  function beginStep(): AbortSignal {
    step.abort()
    step = new AbortController()
    return step.signal
  }

  /** Ends the current step and the work of its challenge. */
  function leaveChallenge(): AbortSignal {
    work?.stop()
    return beginStep()
  }

  /** Runs a step, which ends silently when another begins. */
  function run(signal: AbortSignal, body: () => Promise<void>): void {
    body().catch(() => {
      if (!signal.aborted) show({ step: 'offline' })
    })
  }

  function ask(nextMode: ChallengeMode, reason: PictureReason): void {
    mode = nextMode
    const signal = leaveChallenge()
    run(signal, async () => {
      // Where the server chooses, it usually chooses work.
      if (mode === 'visual') show({ step: 'loading' })
      else show({ step: 'working', share: 0, isAsked: mode === 'pow', isSlow: false })
      const challenge = await api.get(mode, signal)
      if ('callError' in challenge) showCallError(challenge, signal)
      else await present(challenge, reason, signal)
    })
  }

  async function present(
    challenge: Challenge,
    reason: PictureReason,
    signal: AbortSignal,
  ): Promise<void> {
    hasAddress = challenge.alt.includes('email')
    work = startWork(challenge)
    if (challenge.subtype === 'pow') {
      showProgress(work, false)
      const proof = await proofOf(work, signal)
      await check({ id: challenge.id, proof }, signal)
      return
    }
    mode = 'visual'
    const renew = (): void => ask(mode, 'expired')
    // Pictures are limited, so none is fetched for a hidden page.
    schedule(() => whenVisible(renew, signal), challenge.ttl_ms - EXPIRY_LEAD_MS, signal)
    show({ step: 'puzzle', challenge, reason })
  }

  function showProgress(running: Work, isSlow: boolean): void {
    const draw = (): void =>
      show({ step: 'working', share: running.share(), isAsked: mode === 'pow', isSlow })
    running.watch(draw)
    draw()
  }

  /** Waits for the proof, and says so when that takes long. */
  async function proofOf(running: Work, signal: AbortSignal): Promise<string> {
    const cancel = schedule(() => showProgress(running, true), SLOW_MS, signal)
    const proof = await running.proof
    cancel()
    signal.throwIfAborted()
    return proof
  }

  function answer(given: Answer, input: Input): void {
    if (state.step !== 'puzzle' || !work) return
    const { challenge } = state
    const running = work
    const signal = beginStep()
    run(signal, async () => {
      show({ step: 'checking', challenge })
      // Usually done by now, unless the device is slow or the person quick.
      const proof = await proofOf(running, signal)
      await check({ id: challenge.id, proof, answer: given, input }, signal)
    })
  }

  async function check(solution: Parameters<Api['verify']>[0], signal: AbortSignal): Promise<void> {
    const verdict = await api.verify(solution, signal)
    if ('callError' in verdict) return showCallError(verdict, signal)
    switch (verdict.result) {
      case 'pass':
        return pass(verdict.ticket, verdict.expires_in, signal)
      case 'expired':
        return ask(mode, 'expired')
      case 'fail':
        if (!verdict.next) return show({ step: 'ended' })
        return await present(verdict.next, 'wrong', signal)
    }
  }

  function pass(ticket: string | undefined, expiresInSeconds: number, signal: AbortSignal): void {
    link.abort()
    const challenge = state.step === 'checking' ? state.challenge : undefined
    show({ step: 'passed', challenge })
    finish = () => onPass({ ticket, expiresInSeconds })
    schedule(finish, PASSED_MS, signal)
  }

  function showCallError(error: CallError, signal: AbortSignal): void {
    if (error.callError === 'wait') waitAndRepeat(error.seconds, signal)
    else show({ step: error.callError })
  }

  function waitAndRepeat(seconds: number, signal: AbortSignal): void {
    if (seconds <= 0) return ask(mode, 'none')
    show({ step: 'waiting', seconds })
    schedule(() => waitAndRepeat(seconds - 1, signal), 1000, signal)
  }

  function mail(): void {
    const signal = leaveChallenge()
    run(signal, async () => {
      show({ step: 'mailed', to: '' })
      const mailed = await api.mail(signal)
      if ('callError' in mailed) return showCallError(mailed, signal)
      show({ step: 'mailed', to: mailed.email })
      link.abort()
      link = new AbortController()
      awaitLink(link.signal).catch(() => undefined)
    })
  }

  async function awaitLink(signal: AbortSignal): Promise<void> {
    const decision = await pollLink(api, signal)
    if (decision.state === 'passed') pass(undefined, decision.expires_in, leaveChallenge())
    else if (state.step === 'mailed') show({ step: 'ended' })
  }

  return {
    state: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Asks for the method that the server chooses. */
    start: () => ask('any', 'none'),
    /** Asks for a picture instead of another method. */
    picture: () => ask('visual', 'none'),
    /** Asks for another picture. */
    refresh: () => ask('visual', 'refreshed'),
    /** Repeats what failed. */
    again: () => ask(mode, 'none'),
    answer,
    /** Reports that the picture cannot be drawn. */
    unreadable() {
      leaveChallenge()
      show({ step: 'unreadable' })
    },
    /** Computes a proof of work instead. */
    work: () => ask('pow', 'none'),
    /** Mails a link that passes the captcha wherever it is opened. */
    mail,
    /** Returns the other methods in this state. */
    methods: () => methodsBeside(state, mode, hasAddress),
    /** Closes the captcha: without a pass, unless it is passed already. */
    close() {
      if (finish === undefined) return onClose()
      // Its timer would finish once more.
      beginStep()
      finish()
    },
    /** Aborts everything. */
    dispose() {
      leaveChallenge()
      link.abort()
    },
  }
}
