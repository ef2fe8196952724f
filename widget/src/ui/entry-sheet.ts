import entryCss from '../styles/entry.css'
import logoCss from '../styles/logo.css'
import { lateSheet } from '../base/adopt.ts'

/** Applies the styles shared by the screens that replace or follow a sign-in, such as a blocked account. */
export const adoptEntry = lateSheet(logoCss + entryCss)
