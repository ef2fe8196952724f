import type { Challenge } from '#protocol/captcha/challenge.ts'
import type { Answer, Api, CallError, ChallengeMode, Input } from './api.ts'
import { startWork, type Work } from './work.ts'

/** A challenge that is a puzzle. */
export type PuzzleChallenge = WithoutWork<Exclude<Challenge, { subtype: 'pow' }>>

type WithoutWork<One> = One extends unknown ? Omit<One, 'pow'> : never

/** Why a further picture is shown. */
export type Note = 'wrong' | 'fresh' | 'expired' | 'none'

/** A method to pass: a picture, computing, or a link by e-mail. */
export type CaptchaMethod = Challenge['alt'][number]

/** What the dialog shows. */
export type SessionState =
  | { step: 'loading' }
  | { step: 'puzzle'; challenge: PuzzleChallenge; note: Note }
  | { step: 'checking'; challenge: PuzzleChallenge }
  /** `isAsked`: the person chose it. `isSlow`: it takes so long that other ways may be better. */
  | { step: 'working'; share: number; isAsked: boolean; isSlow: boolean }
  /** A link was mailed to this address, or is being mailed while there is none yet. */
  | { step: 'mailed'; to: string }
  /** With the puzzle that was solved, if there was one: it stays in view. */
  | { step: 'passed'; challenge: PuzzleChallenge | undefined }
  | { step: 'offline' }
  | { step: 'unreadable' }
  | { step: 'waiting'; seconds: number }
  | { step: 'ended' }

/** What a passed captcha leaves. */
export interface Pass {
  ticket: string | undefined
  expiresInSeconds: number
}

/** One check, from the first challenge to the pass. It knows nothing of how it is shown. */
export interface Session {
  readonly state: () => SessionState
  subscribe(listener: () => void): () => void
  /** Asks for whatever the server finds right. */
  start(): void
  /** Asks for a picture instead of another method. */
  picture(): void
  /** Asks for another picture. */
  refresh(): void
  /** Tries once more what met trouble. */
  again(): void
  answer(answer: Answer, input: Input): void
  /** The picture that came cannot be shown. */
  unreadable(): void
  /** Lets the device compute instead. */
  work(): void
  /** Has a link mailed that passes the captcha wherever it is opened. */
  mail(): void
  /** What there is beside what is shown. */
  methods(): readonly CaptchaMethod[]
  /** Ends the captcha as the person closing it does: without a pass, unless that is shown already. */
  close(): void
  /** Stops whatever is under way. */
  dispose(): void
}

/** A picture is replaced this long before the server forgets it. */
const EXPIRY_LEAD_MS = 5000
/** How often we ask whether a mailed link was opened. */
const MAIL_POLL_MS = 3000
/** How long the pass is shown. */
const PASSED_MS = 700
/** Computing that takes longer is called slow. */
const SLOW_MS = 10_000

/** Ways that a state leaves to choose. */
export function methodsBeside(
  state: SessionState,
  wanted: ChallengeMode,
  hasAddress: boolean,
): readonly CaptchaMethod[] {
  const isMailed = state.step === 'mailed'
  const isWorking = state.step === 'working'
  const isComputing = isWorking || (wanted === 'pow' && !isMailed)
  // Work that the server asks for is over in a moment, unless it is slow.
  const isSlow = isWorking && state.isSlow
  const isPictureLeft = isMailed || wanted === 'pow' || (wanted === 'any' && isSlow)
  return [
    ...(isPictureLeft ? (['visual'] as const) : []),
    ...(isComputing ? [] : (['pow'] as const)),
    ...(hasAddress ? (['email'] as const) : []),
  ]
}

/** Does something once somebody looks at the page, at once where that is so. */
function whenSeen(signal: AbortSignal, run: () => void): void {
  const { document } = globalThis as { document?: Document }
  if (document?.hidden) document.addEventListener('visibilitychange', run, { once: true, signal })
  else run()
}

/** Makes the session of one decision; `onPass` is called a moment after the pass was shown. */
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
  /** Waits for a mailed link to be opened, whatever else the person does meanwhile. */
  let link = new AbortController()
  let finish: (() => void) | undefined

  function show(next: SessionState): void {
    state = next
    for (const listener of listeners) listener()
  }

  /** Gives up what is under way and begins something else. */
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
    // Pictures are counted, so none is fetched for a page that nobody looks at.
    const renew = () => whenSeen(signal, () => ask(wanted, 'expired'))
    timer = setTimeout(renew, challenge.ttl_ms - EXPIRY_LEAD_MS)
    show({ step: 'puzzle', challenge, note })
  }

  /** Shows computing until it is done. */
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

  async function check(given: Parameters<Api['verify']>[0], signal: AbortSignal): Promise<void> {
    const verdict = await api.verify(given, signal)
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

  /** Runs one round; a round that was given up ends in silence. */
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
      // Work is likelier than a picture where the server chooses.
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

  /** Ends in silence when it is given up, as by a pass or by closing the captcha. */
  async function awaitLink(signal: AbortSignal): Promise<void> {
    for (;;) {
      await new Promise<void>((resolve) => {
        setTimeout(resolve, MAIL_POLL_MS)
      })
      signal.throwIfAborted()
      // A call that fails meanwhile is made again: the person is busy with a mail.
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
        // Long since done, unless the device is slow or the person quick.
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
