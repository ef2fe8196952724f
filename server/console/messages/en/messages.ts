import { appMessages } from './apps.ts'
import { clientMessages } from './clients.ts'
import { frameMessages } from './frame.ts'
import { operatorMessages } from './operators.ts'
import { peopleMessages } from './people.ts'
import { personMessages } from './person.ts'

/** Messages of the console in English. */
export const messages = {
  ...frameMessages,
  apps: appMessages,
  clients: clientMessages,
  operators: operatorMessages,
  people: peopleMessages,
  person: personMessages,
}
