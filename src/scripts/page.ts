import { keepQuery } from './keep-query.ts'
import { prefetchOnIntent } from './prefetch.ts'
import { showSession } from './session.ts'
import { offerThemes } from './theme.ts'

showSession()
keepQuery()
prefetchOnIntent()
offerThemes()
