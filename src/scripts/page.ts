import { prefetchOnIntent } from './prefetch.ts'
import { showSession } from './session.ts'

showSession()
prefetchOnIntent()
