import type { ReactNode } from 'react'
import type { StartView } from '../settings.ts'

/** Props of every screen. */
export interface ScreenProps<Flow> {
  flow: Flow
  /** Shown in place of another screen, so that focus has to follow. */
  hasFocus: boolean
  /** Address that was last typed on any screen. */
  typedAddress: string
  onTyped: (address: string) => void
  onGo: (view: StartView) => void
  /** Ways in that stand before the form, where the page wants them there. */
  above?: ReactNode
}
