import { typeCommand } from './command.ts'
import type { Person } from './create-people.ts'
import type { TestServer } from './test-server.ts'

/**
 * Runs a command of an operator and returns its output.
 * @throws Error if the command fails
 */
export async function runCommand(server: TestServer, ...args: string[]): Promise<string> {
  const { code, output, errors } = await typeCommand(server, args)
  if (code !== 0) throw new Error(errors)
  return output
}

/** Registers an organization and returns its id. */
export async function addOrganization(
  server: TestServer,
  name: string,
  ...rest: string[]
): Promise<string> {
  const output = await runCommand(server, 'subject', 'add', '--name', name, ...rest)
  return /as (\d+)\./.exec(output)?.[1] ?? ''
}

/** Adds a member and returns the id of the membership. */
export async function addMember(
  server: TestServer,
  organizationId: string,
  { userId }: Person,
  ...rest: string[]
): Promise<string> {
  const output = await runCommand(server, 'member', 'add', organizationId, userId, ...rest)
  return /as (\d+)\.$/.exec(output)?.[1] ?? ''
}

/** Registers a person with memberships in two organizations. */
export async function addPersonWithTwoMemberships(server: TestServer): Promise<{
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

/** Lets an organization look as if its manager had changed just now. */
export async function transferredLately(server: TestServer, id: string): Promise<void> {
  await server.app.services.organizations.recordTransfer(id, server.clock.now())
}
