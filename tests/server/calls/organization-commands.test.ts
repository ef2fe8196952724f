import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createInvitationByEmail, declineInvitation } from '#protocol/web/invitations.ts'
import { listMembers } from '#protocol/web/members.ts'
import { listSecurityEvents } from '#protocol/web/security.ts'
import { readConfig } from '../../../server/config/config.ts'
import { createLog } from '../../../server/lib/log.ts'
import { logWithMetrics } from '../../../server/metrics/log-with-metrics.ts'
import { createMetrics } from '../../../server/metrics/metrics.ts'
import { createCompany } from '../../support/companies.ts'
import { freePort } from '../../support/free-port.ts'
import { addOrganization, runCommand } from '../../support/organizations.ts'
import { createTestServer } from '../../support/test-server.ts'

const email = 'hana@orchard.example'

test('an operator sees an organization, its activity log and its limits', async () => {
  const server = await createTestServer()
  const { manager, join, id } = await createCompany(server)
  const ann = await join('Ann')
  const { data } = await manager.call(createInvitationByEmail, { email, deputy_name: 'Hana' })
  expect(data.link).toContain('ticket=')
  const [mail] = await server.mail(email)
  const ticket = /ticket=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? ''
  const shown = await runCommand(server, 'subject', 'show', id)
  expect(shown).toMatch(/name\s+Harbour KK/)
  expect(shown).toMatch(/members\s+2/)
  expect(shown).toMatch(/open invitations\s+1/)
  const listed = await runCommand(server, 'invite', 'list', id)
  expect(listed).toContain('pending')
  expect(listed).not.toContain(email)
  await server
    .client()
    .call(declineInvitation, { invite_ticket: ticket, report: 1 }, { family: 'aff' })
  const limits = await runCommand(server, 'subject', 'limits', id)
  expect(limits).toMatch(/invitations\s+1\s+20/)
  expect(limits).toMatch(/inviters stopped by reports\s+0\s+3/)
  expect(await runCommand(server, 'subject', 'limits', id, '--reset')).toMatch(/invitations\s+0/)
  await runCommand(server, 'member', 'freeze', id, ann.person.userId)
  const events = await runCommand(server, 'subject', 'events', id, '--json')
  expect(JSON.parse(events)).toMatchObject([
    { kind: 'member_frozen', actor: 'operator', target: ann.id },
    { kind: 'invitation_reported' },
    { kind: 'invitation_sent' },
    { kind: 'member_joined', actor: 'operator', target: ann.id },
    { kind: 'organization_created' },
  ])
  expect(await runCommand(server, 'subject', 'events', id, '--limit', '1')).toContain('operator')
  await expect(runCommand(server, 'subject', 'show', '1')).rejects.toThrow('no organization')
})

test('an operator blocks invitations to an address, and allows them again', async () => {
  const server = await createTestServer()
  const { manager } = await createCompany(server)
  const invite = { email, deputy_name: 'Hana' }
  await manager.call(createInvitationByEmail, invite)
  expect(await runCommand(server, 'invite', 'stop', email)).toContain('Ended: 1.')
  expect((await manager.call(createInvitationByEmail, invite)).error).toBe('invitation_limit')
  await runCommand(server, 'invite', 'stop', email, '--off')
  expect((await manager.call(createInvitationByEmail, invite)).error).toBe(undefined)
  await expect(runCommand(server, 'invite', 'stop', email, '--off')).rejects.toThrow('Nobody')
})

test('an operator finds organizations without a manager and missing roles', async () => {
  const server = await createTestServer()
  const { manager, id } = await createCompany(server)
  expect(await runCommand(server, 'subject', 'check')).toContain('has a manager')
  const orphaned = await addOrganization(server, 'Orphans Ltd')
  await server.app.services.roles.give(id, 'ghost', [manager.id])
  await expect(runCommand(server, 'subject', 'check')).rejects.toThrow(
    new RegExp(
      `Orphans Ltd \\(${orphaned}\\) has no manager.*\n.*role ghost, which does not exist`,
    ),
  )
  await runCommand(server, 'member', 'add', orphaned, manager.person.userId, '--manager')
  // Rows from before the search was added have no search text.
  await manager.call(createInvitationByEmail, { email, deputy_name: '花子' })
  const { searchTexts } = server.app.services
  await searchTexts.set('memberships', manager.id, '')
  const [invited] = await searchTexts.after('invitations', '', 1)
  await searchTexts.set('invitations', String(invited?.id), '')
  await expect(runCommand(server, 'subject', 'check')).rejects.toThrow('2 members and invitations')
  const mended = await runCommand(server, 'subject', 'check', '--fix')
  expect(mended).toContain('had the role ghost')
  expect(mended).toContain('2 members and invitations were not found')
  expect(await runCommand(server, 'subject', 'check')).toContain('has a manager')
  expect((await searchTexts.after('invitations', '', 1))[0]?.searchText).toContain('花子')
})

test('freezing by an operator ends what the member has started', async () => {
  const server = await createTestServer()
  const { manager, join, id } = await createCompany(server)
  const ann = await join('Ann')
  await server.app.services.roles.give(id, 'admin', [ann.id])
  await ann.call(createInvitationByEmail, { email, deputy_name: 'Hana' })
  await runCommand(server, 'member', 'freeze', id, ann.person.userId)
  expect(await runCommand(server, 'invite', 'list', id)).toContain('cancelled')
  expect((await ann.call(listMembers, {})).error).toBe('session_expired')
  await runCommand(server, 'subject', 'freeze', id)
  expect((await manager.call(listMembers, {})).error).toBe('session_expired')
})

test('an operator changes members by the rules of the console, and people learn of it', async () => {
  const server = await createTestServer()
  const { manager, join, id } = await createCompany(server)
  const ann = await join('Ann')
  const manages = manager.person.userId
  for (const command of ['freeze', 'remove']) {
    await expect(runCommand(server, 'member', command, id, manages)).rejects.toThrow(
      'manager stays',
    )
  }
  const { data } = await ann.client.call(listSecurityEvents, {})
  expect(JSON.stringify(data)).toContain('organization_joined')
  await runCommand(server, 'subject', 'manager', id, ann.person.userId, '--reason', 'Left')
  for (const { person } of [manager, ann]) {
    const mails = await server.mail(person.email)
    expect(mails.map(({ subject }) => subject)).toContain('“Harbour KK” has a new manager')
  }
  await expect(
    runCommand(server, 'subject', 'manager', id, ann.person.userId, '--reason', 'Left'),
  ).rejects.toThrow('is the manager already')
})

test('metrics count invitations, transfers and missing permissions', async () => {
  const metrics = createMetrics()
  const log = logWithMetrics(createLog('silent', pino.destination('/dev/null')), metrics)
  const line = { aid: 1001, status: 200, error: 0, ms: 1, logId: '' }
  log.call({ ...line, operation: 'aff/invitation_create_by_email' })
  log.call({ ...line, operation: 'aff/admin_transfer', error: 8253 })
  log.call({ ...line, operation: 'aff/role_create', error: 8203, permission: 'role.create' })
  const port = await freePort()
  const config = readConfig({ METRICS_PORT: String(port) })
  const close = await metrics.listen(config, () => Promise.resolve({}))
  const text = await (await fetch(`http://localhost:${port}/metrics`)).text()
  await close()
  expect(text).toContain('passport_invitations_total{channel="email",result="ok"} 1')
  expect(text).toContain('passport_transfers_total{result="transfer_stale"} 1')
  expect(text).toContain('passport_denied_total{permission="role.create"} 1')
})

test('the log names the permission that a member lacks', async () => {
  const server = await createTestServer()
  const { join } = await createCompany(server)
  const ann = await join()
  await ann.call(createInvitationByEmail, { email, deputy_name: 'Hana' })
  const lacking = server.lines.filter((one) => one.includes('"permission":"invite.create"'))
  expect(lacking).toHaveLength(1)
})
