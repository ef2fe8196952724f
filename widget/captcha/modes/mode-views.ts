import type { ComponentType } from 'react'
import type { KindName } from '#protocol/captcha/kind-codes.ts'
import type { Messages } from '../messages/messages.ts'
import type { PuzzleChallenge, Session } from '../session.ts'
import { SlideView } from './slide/view.tsx'
import { TextView } from './text/view.tsx'
import { ThreeDView } from './three-d/view.tsx'
import { WhirlView } from './whirl/view.tsx'

/** What the view of a puzzle is given. */
export interface ModeViewProps<Name extends KindName> {
  challenge: Extract<PuzzleChallenge, { subtype: Name }>
  /** An answer is on its way: nothing can be changed. */
  isBusy: boolean
  session: Pick<Session, 'answer' | 'unreadable'>
  messages: Messages
}

/** The view of every kind. */
export const modeViews = {
  slide: SlideView,
  text: TextView,
  '3d': ThreeDView,
  whirl: WhirlView,
} satisfies { [Name in KindName]: ComponentType<ModeViewProps<Name>> }
