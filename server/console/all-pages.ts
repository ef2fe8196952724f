import type { ConsolePage } from './page.ts'
import { appPage } from './pages/app.ts'
import { appsPage } from './pages/apps.ts'
import { captchaPage } from './pages/captcha.ts'
import { clientPage } from './pages/client.ts'
import { clientsPage } from './pages/clients.ts'
import { companiesPage } from './pages/companies.ts'
import { companyPage } from './pages/company.ts'
import { healthPage } from './pages/health.ts'
import { messagesPage } from './pages/messages.ts'
import { operatorsPage } from './pages/operators.ts'
import { peoplePage } from './pages/people.ts'
import { personPage } from './pages/person.ts'
import { recordPage } from './pages/record.ts'
import { tokensPage } from './pages/tokens.ts'
import { personTracePage, tracePage } from './pages/trace.ts'
import { webhookPage } from './pages/webhook.ts'
import { webhooksPage } from './pages/webhooks.ts'

/** Every page of the console, in the order of its menu. */
export const consolePages: readonly ConsolePage[] = [
  healthPage,
  peoplePage,
  personPage,
  personTracePage,
  tracePage,
  appsPage,
  appPage,
  clientsPage,
  clientPage,
  companiesPage,
  companyPage,
  webhooksPage,
  webhookPage,
  messagesPage,
  captchaPage,
  operatorsPage,
  tokensPage,
  recordPage,
]
