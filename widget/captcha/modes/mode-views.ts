import type { ComponentType } from 'react'
import type { ModeName } from '#protocol/captcha/modes.ts'
import type { Messages } from '../messages/messages.ts'
import type { PuzzleChallenge, Session } from '../session.ts'
import { SlideView } from './slide/view.tsx'
import { TextView } from './text/view.tsx'
import { ThreeDView } from './three-d/view.tsx'
import { WhirlView } from './whirl/view.tsx'

/** What the view of a puzzle is given. */
export interface ModeViewProps<Name extends ModeName> {
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
} satisfies { [Name in ModeName]: ComponentType<ModeViewProps<Name>> }
