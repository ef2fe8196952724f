import type { Challenge } from '#protocol/captcha/challenge.ts'
import type { Answer, Api, CallError, ChallengeMode, Input } from './api.ts'
import { startWork, type Work } from './work.ts'

/** A challenge that is a puzzle. */
export type PuzzleChallenge = WithoutWork<Exclude<Challenge, { subtype: 'pow' }>>

type WithoutWork<One> = One extends unknown ? Omit<One, 'pow'> : never

/** Reason why another picture is shown. */
export type Note = 'wrong' | 'fresh' | 'expired' | 'none'

/** A method to pass: picture, proof of work or mailed link. */
export type CaptchaMethod = Challenge['alt'][number]

/** State of the dialog. */
export type SessionState =
  | { step: 'loading' }
  | { step: 'puzzle'; challenge: PuzzleChallenge; note: Note }
  | { step: 'checking'; challenge: PuzzleChallenge }
  /** `isAsked`: chosen by the person. `isSlow`: another method may be better. */
  | { step: 'working'; share: number; isAsked: boolean; isSlow: boolean }
  /** A link was mailed to `to`; empty while it is being sent. */
  | { step: 'mailed'; to: string }
  /** The solved puzzle, if any, stays visible. */
  | { step: 'passed'; challenge: PuzzleChallenge | undefined }
  | { step: 'offline' }
  | { step: 'unreadable' }
  | { step: 'waiting'; seconds: number }
  | { step: 'ended' }

/** Result of a passed captcha. */
export interface Pass {
  ticket: string | undefined
  expiresInSeconds: number
}

/** One captcha from the first challenge to the pass, independent of its presentation. */
export interface Session {
  readonly state: () => SessionState
  subscribe(listener: () => void): () => void
  /** Asks for the method that the server chooses. */
  start(): void
  /** Asks for a picture instead of another method. */
  picture(): void
  /** Asks for another picture. */
  refresh(): void
  /** Repeats what failed. */
  again(): void
  answer(answer: Answer, input: Input): void
  /** Reports that the picture cannot be drawn. */
  unreadable(): void
  /** Computes a proof of work instead. */
  work(): void
  /** Mails a link that passes the captcha wherever it is opened. */
  mail(): void
  /** Returns the other methods in this state. */
  methods(): readonly CaptchaMethod[]
  /** Closes the captcha: without a pass, unless it is passed already. */
  close(): void
  /** Aborts everything. */
  dispose(): void
}

/** A picture is replaced this long before it expires. */
const EXPIRY_LEAD_MS = 5000
/** Interval of asking whether a mailed link was opened. */
const MAIL_POLL_MS = 3000
/** Time for which the pass is shown. */
const PASSED_MS = 700
/** Computing that takes longer counts as slow. */
const SLOW_MS = 10_000

/** Returns the methods that a state offers beside its own. */
export function methodsBeside(
  state: SessionState,
  wanted: ChallengeMode,
  hasAddress: boolean,
): readonly CaptchaMethod[] {
  const isMailed = state.step === 'mailed'
  const isWorking = state.step === 'working'
  const isComputing = isWorking || (wanted === 'pow' && !isMailed)
  // Work chosen by the server usually ends at once.
  const isSlow = isWorking && state.isSlow
  const isPictureLeft = isMailed || wanted === 'pow' || (wanted === 'any' && isSlow)
  return [
    ...(isPictureLeft ? (['visual'] as const) : []),
    ...(isComputing ? [] : (['pow'] as const)),
    ...(hasAddress ? (['email'] as const) : []),
  ]
}

/** Runs when the page is visible, at once if it is. */
function whenSeen(signal: AbortSignal, run: () => void): void {
  const { document } = globalThis as { document?: Document }
  if (document?.hidden) document.addEventListener('visibilitychange', run, { once: true, signal })
  else run()
}

/** Creates the session of one decision; `onPass` is called after the pass was shown. */
export function createSession(
  api: Api,
  onPass: (pass: Pass) => void,
  onClose: () => void,
): Session {
  const listeners = new Set<() => void>()
  let state: SessionState = { step: 'loading' }
  let round = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let wanted: ChallengeMode = 'any'
  let work: Work | undefined
  let hasAddress = false
  /** Aborts waiting for a mailed link, which goes on beside other methods. */
  let link = new AbortController()
  let finish: (() => void) | undefined

  function show(next: SessionState): void {
    state = next
    for (const listener of listeners) listener()
  }

  /** Aborts the current step and begins another. */
  function begin(): AbortSignal {
    work?.stop()
    return beginRound()
  }

  function beginRound(): AbortSignal {
    round.abort()
    clearTimeout(timer)
    round = new AbortController()
    return round.signal
  }

  function stop(callError: CallError): void {
    switch (callError.callError) {
      case 'offline':
        return show({ step: 'offline' })
      case 'ended':
        return show({ step: 'ended' })
      case 'wait': {
        let { seconds } = callError
        const tick = () => {
          if (seconds <= 0) return ask(wanted, 'none')
          show({ step: 'waiting', seconds })
          seconds -= 1
          timer = setTimeout(tick, 1000)
        }
        return tick()
      }
    }
  }

  function pass(ticket: string | undefined, expiresInSeconds: number): void {
    link.abort()
    const challenge = state.step === 'checking' ? state.challenge : undefined
    show({ step: 'passed', challenge })
    finish = () => onPass({ ticket, expiresInSeconds })
    timer = setTimeout(finish, PASSED_MS)
  }

  async function present(challenge: Challenge, note: Note, signal: AbortSignal): Promise<void> {
    hasAddress = challenge.alt.includes('email')
    work = startWork(challenge)
    if (challenge.subtype === 'pow') {
      const proof = await showWork(work, signal)
      return await check({ id: challenge.id, proof }, signal)
    }
    wanted = 'visual'
    // Pictures are limited, so none is fetched for a hidden page.
    const renew = () => whenSeen(signal, () => ask(wanted, 'expired'))
    timer = setTimeout(renew, challenge.ttl_ms - EXPIRY_LEAD_MS)
    show({ step: 'puzzle', challenge, note })
  }

  /** Shows the progress of computing. */
  async function showWork(
    running: Work,
    signal: AbortSignal,
    isSlowAlready = false,
  ): Promise<string> {
    const isAsked = wanted === 'pow'
    let isSlow = isSlowAlready
    const draw = () => show({ step: 'working', share: running.share(), isAsked, isSlow })
    timer = setTimeout(() => {
      isSlow = true
      draw()
    }, SLOW_MS)
    running.watch(draw)
    draw()
    const proof = await running.proof
    signal.throwIfAborted()
    clearTimeout(timer)
    return proof
  }

  async function check(solution: Parameters<Api['verify']>[0], signal: AbortSignal): Promise<void> {
    const verdict = await api.verify(solution, signal)
    if ('callError' in verdict) return stop(verdict)
    switch (verdict.result) {
      case 'pass':
        return pass(verdict.ticket, verdict.expires_in)
      case 'expired':
        return ask(wanted, 'expired')
      case 'fail':
        if (!verdict.next) return show({ step: 'ended' })
        return await present(verdict.next, 'wrong', signal)
    }
  }

  /** Runs one step; an aborted step ends silently. */
  function run(body: (signal: AbortSignal) => Promise<void>): void {
    runIn(begin(), body)
  }

  function runIn(signal: AbortSignal, body: (signal: AbortSignal) => Promise<void>): void {
    body(signal).catch(() => {
      if (!signal.aborted) show({ step: 'offline' })
    })
  }

  function ask(mode: ChallengeMode, note: Note): void {
    wanted = mode
    run(async (signal) => {
      // Where the server chooses, it usually chooses work.
      const isAsked = mode === 'pow'
      show(
        mode === 'visual'
          ? { step: 'loading' }
          : { step: 'working', share: 0, isAsked, isSlow: false },
      )
      const challenge = await api.get(mode, signal)
      if ('callError' in challenge) stop(challenge)
      else await present(challenge, note, signal)
    })
  }

  function mail(): void {
    run(async (signal) => {
      show({ step: 'mailed', to: '' })
      const mailed = await api.mail(signal)
      if ('callError' in mailed) return stop(mailed)
      show({ step: 'mailed', to: mailed.email })
      link.abort()
      link = new AbortController()
      awaitLink(link.signal).catch(() => undefined)
    })
  }

  /** Waits for the mailed link; ends silently when aborted. */
  async function awaitLink(signal: AbortSignal): Promise<void> {
    for (;;) {
      await new Promise<void>((resolve) => {
        setTimeout(resolve, MAIL_POLL_MS)
      })
      signal.throwIfAborted()
      // A failed call is repeated: the person is busy with the mail.
      const decision = await api.decisionState(signal)
      if ('callError' in decision || decision.state === 'open') continue
      if (decision.state === 'passed') {
        begin()
        return pass(undefined, decision.expires_in)
      }
      if (state.step === 'mailed') show({ step: 'ended' })
      return
    }
  }

  function start(): void {
    ask('any', 'none')
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start,
    picture: () => ask('visual', 'none'),
    refresh: () => ask('visual', 'fresh'),
    again: () => ask(wanted, 'none'),
    answer(answer, input) {
      if (state.step !== 'puzzle') return
      const { challenge } = state
      const running = work
      runIn(beginRound(), async (signal) => {
        if (!running) return
        show({ step: 'checking', challenge })
        // Usually done by now, unless the device is slow or the person quick.
        const showSlow = () => void showWork(running, signal, true).catch(() => undefined)
        timer = setTimeout(showSlow, SLOW_MS)
        const proof = await running.proof
        clearTimeout(timer)
        signal.throwIfAborted()
        await check({ id: challenge.id, proof, answer, input }, signal)
      })
    },
    unreadable() {
      begin()
      show({ step: 'unreadable' })
    },
    work: () => ask('pow', 'none'),
    mail,
    methods: () => methodsBeside(state, wanted, hasAddress),
    close() {
      if (finish === undefined) return onClose()
      clearTimeout(timer)
      finish()
    },
    dispose() {
      begin()
      link.abort()
    },
  }
}
