import { typeCommand } from './command.ts'
import type { Person } from './people.ts'
import type { TestServer } from './test-server.ts'

/** What an operator types; answers what was said. */
export async function type(server: TestServer, ...typed: string[]): Promise<string> {
  const { code, said, complaint } = await typeCommand(server, typed)
  if (code !== 0) throw new Error(complaint)
  return said
}

/** Registers an enterprise account and answers its id. */
export async function addOrganization(
  server: TestServer,
  name: string,
  ...rest: string[]
): Promise<string> {
  const said = await type(server, 'subject', 'add', '--name', name, ...rest)
  return /as (\d+)\./.exec(said)?.[1] ?? ''
}

/** Lets a person act for one and answers the id of the identity. */
export async function addMember(
  server: TestServer,
  subject: string,
  { userId }: Person,
  ...rest: string[]
): Promise<string> {
  const said = await type(server, 'member', 'add', subject, userId, ...rest)
  return /as (\d+)\.$/.exec(said)?.[1] ?? ''
}

/** Somebody who acts for two enterprise accounts. */
export async function twice(server: TestServer): Promise<{
  person: Person
  orchard: string
  harbour: string
  orchardId: string
  harbourId: string
}> {
  const person = await server.person()
  const orchard = await addOrganization(server, 'Orchard Ltd')
  const harbour = await addOrganization(server, 'Harbour KK')
  server.clock.passSeconds(1)
  const orchardId = await addMember(server, orchard, person, '--name', 'Ann of Orchard')
  server.clock.passSeconds(1)
  const harbourId = await addMember(server, harbour, person, '--manager')
  return { person, orchard, harbour, orchardId, harbourId }
}
