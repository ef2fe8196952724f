import { expect, test } from 'vitest'
import { identityLogin } from '#protocol/web/identity.ts'
import { typeWhileUnusable } from '../../support/command.ts'
import type { Person } from '../../support/create-people.ts'
import { addMember, addOrganization, runCommand } from '../../support/organizations.ts'
import { createTestServer } from '../../support/test-server.ts'

const PEOPLE = 6
const ROUNDS = 8

test('freezes members who are added while the organization is frozen', async () => {
  const server = await createTestServer()
  const people: Person[] = []
  for (let count = 0; count < PEOPLE; count++) people.push(await server.person())
  for (let round = 0; round < ROUNDS; round++) {
    const subject = await addOrganization(server, `Orchard ${round}`)
    await Promise.all([
      ...people.map(({ userId }) => typeWhileUnusable(server, ['member', 'add', subject, userId])),
      typeWhileUnusable(server, ['subject', 'freeze', subject]),
    ])
    const { list } = await server.app.services.memberships.members(
      subject,
      {},
      { offset: 0, limit: PEOPLE + 1 },
    )
    expect(list.map((one) => one.isFrozen)).toEqual(people.map(() => true))
  }
})

test('ends sessions of members added while the organization is being frozen', async () => {
  const server = await createTestServer()
  const person = await server.person()
  const subject = await addOrganization(server, 'Orchard Ltd')
  await runCommand(server, 'subject', 'freeze', subject)
  await addMember(server, subject, person)
  const call = { login_subject_uid: subject }
  expect((await person.client.call(identityLogin, call)).error).toBe('frozen')
  await runCommand(server, 'subject', 'freeze', subject, '--off')
  expect((await person.client.call(identityLogin, call)).data.login_subject_uid).toBe(subject)
})
