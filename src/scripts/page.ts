import { prefetchOnIntent } from './prefetch.ts'
import { showSession } from './session.ts'
import { offerThemes } from './theme.ts'

showSession()
prefetchOnIntent()
offerThemes()
