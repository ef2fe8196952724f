import type { ComponentType } from 'react'
import type { ModeName } from '#protocol/captcha/modes.ts'
import type { Messages } from '../messages/en.ts'
import type { PuzzleChallenge, Session } from '../session.ts'
import { SlideView } from './slide/view.tsx'

/** What the view of a puzzle is given. */
export interface ModeViewProps<Name extends ModeName> {
  challenge: Extract<PuzzleChallenge, { subtype: Name }>
  /** An answer is on its way: nothing can be changed. */
  isBusy: boolean
  session: Pick<Session, 'answer' | 'unreadable'>
  messages: Messages
}

/** The view of every kind. */
export const modeViews = { slide: SlideView } satisfies {
  [Name in ModeName]: ComponentType<ModeViewProps<Name>>
}
