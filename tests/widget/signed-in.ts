import type { Attributes } from '../../widget/src/base/settings.ts'
import {
  createAccountStore,
  type AccountStore,
} from '../../widget/src/account/flows/account-store.ts'
import type { Person } from '../support/create-people.ts'
import type { TestServer } from '../support/test-server.ts'
import { openInstance, type TestInstance } from './instance.ts'

/** An element in a browser in which somebody is signed in. */
export interface SignedIn extends TestInstance {
  person: Person
  account: AccountStore
}

/** Opens one for a new person, or for one who is there. */
export async function openSignedIn(
  server: TestServer,
  options: {
    attributes?: Attributes
    person?: Person
    wrap?: (send: typeof fetch) => typeof fetch
  } = {},
): Promise<SignedIn> {
  const person = options.person ?? (await server.person())
  const opened = openInstance(server, {
    attributes: options.attributes ?? {},
    ...(options.wrap && { wrap: options.wrap }),
  })
  for (const [name, value] of person.client.cookies) opened.browser.cookies.set(name, value)
  const account = createAccountStore(opened.instance)
  await account.load()
  return { ...opened, person, account }
}

/** Returns a step of a flow as the named kind; throws if it is another. */
export function stepAt<Step extends { at: string }, Name extends Step['at']>(
  step: Step,
  name: Name,
): Extract<Step, { at: Name }> {
  if (step.at !== name) throw new Error(`the step is ${step.at}, not ${name}`)
  return step as Extract<Step, { at: Name }>
}
