import { watchErrors } from './error-notice.ts'
import { trackPageView } from './telemetry.ts'
import { keepQuery } from './keep-query.ts'
import { prefetchOnIntent } from './prefetch.ts'
import { searchByKey } from './search-keys.ts'
import { showSession } from './session.ts'
import { offerThemes } from './theme.ts'
import { offerUserMenu } from './user-menu.ts'

watchErrors()
showSession()
keepQuery()
prefetchOnIntent()
offerThemes()
offerUserMenu()
searchByKey()
trackPageView()
