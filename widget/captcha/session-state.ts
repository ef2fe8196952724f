import type { Challenge } from '#protocol/captcha/challenge.ts'
import type { ChallengeMode } from './api.ts'

/** A challenge that is a puzzle. */
export type PuzzleChallenge = WithoutWork<Exclude<Challenge, { subtype: 'pow' }>>

type WithoutWork<One> = One extends unknown ? Omit<One, 'pow'> : never

/** Why a picture is shown; `none` for the first. */
export type PictureReason = 'wrong' | 'refreshed' | 'expired' | 'none'

/** A method to pass: picture, proof of work or mailed link. */
export type CaptchaMethod = Challenge['alt'][number]

/** State of the dialog. */
export type SessionState =
  | { step: 'loading' }
  | { step: 'puzzle'; challenge: PuzzleChallenge; reason: PictureReason }
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
