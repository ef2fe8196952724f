import { createQuestionFlow, type QuestionFlow } from '../../widget/src/ui/flows/question.ts'
import {
  createOrganizationStore,
  type OrganizationStore,
} from '../../widget/src/enterprise/flows/organization-store.ts'
import type { Person } from '../support/create-people.ts'
import type { TestServer } from '../support/test-server.ts'
import { openSignedIn, type SignedIn } from './signed-in.ts'

/** The console of a person, on a network that a test may hold up. */
export async function openConsole(
  server: TestServer,
  { person }: { person: Person },
  wrap?: (send: typeof fetch) => typeof fetch,
): Promise<{ store: OrganizationStore; opened: SignedIn }> {
  const attributes = { 'subject-aid': '1001' }
  const opened = await openSignedIn(server, { person, attributes, ...(wrap && { wrap }) })
  const store = createOrganizationStore(opened.instance)
  await store.load()
  return { store, opened }
}

/** The question that is asked, with its effect. */
export async function questionOf(store: OrganizationStore): Promise<QuestionFlow> {
  const question = store.$question.get()
  if (question === undefined) throw new Error('nothing is asked')
  const flow = createQuestionFlow(store, question)
  await flow.load()
  return flow
}
