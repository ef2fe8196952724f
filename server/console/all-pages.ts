import type { ConsolePage } from './page.ts'
import { appPage } from './pages/app.ts'
import { appsPage } from './pages/apps.ts'
import { clientPage } from './pages/client.ts'
import { clientsPage } from './pages/clients.ts'
import { healthPage } from './pages/health.ts'
import { operatorsPage } from './pages/operators.ts'
import { peoplePage } from './pages/people.ts'
import { personPage } from './pages/person.ts'
import { recordPage } from './pages/record.ts'

/** Every page of the console, in the order of its menu. */
export const consolePages: readonly ConsolePage[] = [
  healthPage,
  peoplePage,
  personPage,
  appsPage,
  appPage,
  clientsPage,
  clientPage,
  operatorsPage,
  recordPage,
]
