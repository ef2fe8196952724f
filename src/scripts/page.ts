import { keepQuery } from './keep-query.ts'
import { prefetchOnIntent } from './prefetch.ts'
import { showSession } from './session.ts'
import { offerThemes } from './theme.ts'
import { offerUserMenu } from './user-menu.ts'

showSession()
keepQuery()
prefetchOnIntent()
offerThemes()
offerUserMenu()
