import type { ReactNode } from 'react'
import type { Instance } from '../base/instance.ts'
import type { StartView } from '../base/settings.ts'
import type { View } from '../base/views.ts'

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

/** Screens whose code is loaded on demand. */
export type LazyName = Exclude<View['name'], 'login' | 'done'>

/** Props of a lazy screen, which creates its own flow. */
export interface LazyProps<Name extends LazyName> {
  instance: Instance
  view: Extract<View, { name: Name }>
  /** Whether its heading takes the focus, since it replaces another screen. */
  hasFocus: boolean
}
