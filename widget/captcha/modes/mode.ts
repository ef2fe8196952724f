import type { ComponentType } from 'react'
import type { KindName } from '#protocol/captcha/kind-codes.ts'
import type { Messages } from '../messages/messages.ts'
import type { Session } from '../session.ts'
import type { PuzzleChallenge } from '../session-state.ts'

/** A challenge of one kind. */
export type ChallengeOf<Name extends KindName> = Extract<PuzzleChallenge, { subtype: Name }>

/** Props of the view of a puzzle. */
export interface ModeViewProps<Name extends KindName> {
  challenge: ChallengeOf<Name>
  /** Whether an answer is being verified, so that nothing can change. */
  isBusy: boolean
  session: Pick<Session, 'answer' | 'unreadable'>
  messages: Messages
}

/** Screen and texts of one kind of puzzle. */
export interface Mode<Name extends KindName> {
  View: ComponentType<ModeViewProps<Name>>
  /** Returns the task. */
  task(challenge: ChallengeOf<Name>, messages: Messages): string
  /** Returns advice read out before the first answer. */
  hint(challenge: ChallengeOf<Name>, messages: Messages): string
}
