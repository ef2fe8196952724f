import { appMessages } from './apps.ts'
import { clientMessages } from './clients.ts'
import { companyMessages } from './companies.ts'
import { frameMessages } from './frame.ts'
import { operatorMessages } from './operators.ts'
import { peopleMessages } from './people.ts'
import { personMessages } from './person.ts'
import { operatorRefusals } from './operator-refusals.ts'
import { tokenMessages } from './tokens.ts'
import { trafficMessages } from './traffic.ts'
import { webhookMessages } from './webhooks.ts'
import { traceMessages } from './trace.ts'

/** Messages of the console in Japanese. */
export const messages = {
  ...frameMessages,
  refusals: operatorRefusals,
  apps: appMessages,
  clients: clientMessages,
  companies: companyMessages,
  webhooks: webhookMessages,
  traffic: trafficMessages,
  tokens: tokenMessages,
  operators: operatorMessages,
  people: peopleMessages,
  person: personMessages,
  trace: traceMessages,
}
