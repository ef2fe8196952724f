import entryCss from '../styles/entry.css'
import { lateSheet } from './adopt.ts'

/** Applies the styles of what comes instead of a sign-in, or after it. */
export const adoptEntry = lateSheet(entryCss)
