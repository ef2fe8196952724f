import type { ComponentType } from 'react'
import type { KindName } from '#protocol/captcha/kind-codes.ts'
import type { Messages } from '../messages/messages.ts'
import type { PuzzleChallenge, Session } from '../session.ts'

/** A challenge of one kind. */
export type ChallengeOf<Name extends KindName> = Extract<PuzzleChallenge, { subtype: Name }>

/** Props of the view of a puzzle. */
export interface ModeViewProps<Name extends KindName> {
  challenge: ChallengeOf<Name>
  /** An answer is being checked, so nothing can be changed. */
  isBusy: boolean
  session: Pick<Session, 'answer' | 'unreadable'>
  messages: Messages
}

/** How one kind of puzzle is shown and explained. */
export interface Mode<Name extends KindName> {
  View: ComponentType<ModeViewProps<Name>>
  /** Returns what the person has to do. */
  task(challenge: ChallengeOf<Name>, messages: Messages): string
  /** Returns further advice, read out before the first answer. */
  hint(challenge: ChallengeOf<Name>, messages: Messages): string
}
