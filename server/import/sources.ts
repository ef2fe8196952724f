import type { Source } from './foreign-account.ts'
import { passport } from './sources/passport.ts'

/** Every source by the word that operators type. */
export const sources: ReadonlyMap<string, Source> = new Map([['passport', passport]])
