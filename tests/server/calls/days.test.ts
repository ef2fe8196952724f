import { expect, test } from 'vitest'
import { createInvitationByEmail } from '#protocol/web/invitations.ts'
import { passwordLogin } from '#protocol/web/login.ts'
import { createMessageWriter } from '../../../server/delivery/outbox.ts'
import { brandOf } from '../../../server/apps/brand.ts'
import { allMessages } from '../../../server/delivery/messages/all-messages.ts'
import type { MessageKind } from '../../../server/delivery/messages/messages.ts'
import { timeText } from '../../../server/lib/time-text.ts'
import type { Client } from '../../support/client.ts'
import { createCompany } from '../../support/companies.ts'
import { createTestServer, ORIGIN } from '../../support/test-server.ts'

// At that time it is still the 5th in America.
const night = Date.UTC(2026, 11, 6, 2, 30)
const written = {
  en: 'December 6, 2026 at 2:30 AM UTC',
  ja: '2026年12月6日 2:30 UTC',
  zh: '2026年12月6日 02:30 UTC',
} as const

test.each(['en', 'ja', 'zh'] as const)(
  'names the zone of every time in mails and texts, in %s',
  async (language) => {
    expect(timeText(night, language)).toBe(written[language])
    const { app } = await createTestServer()
    const { config } = app.services
    const write = createMessageWriter(
      config,
      () => brandOf(config),
      () => night,
    )
    const ends = { erasedAt: night, expiresAt: night }
    const details = { at: night, ...ends, place: '203.0.113.…', device: '' }
    const kinds = Object.keys(allMessages[language].byKind) as MessageKind[]
    let times = 0
    for (const kind of kinds) {
      for (const recipient of [
        { channel: 'email', address: 'ann@example.com' },
        { channel: 'mobile', address: '+819012345678' },
      ] as const) {
        const { subject, body, html } = write({ kind, aid: 1001, recipient, language, details })
        for (const text of [subject, body, html]) {
          // Invitations are in a second language, too.
          const zoned = new RegExp(Object.values(written).join('|'), 'g')
          const bare = text.replaceAll(zoned, () => {
            times++
            return ''
          })
          // No day is left that was not named with its zone.
          expect(bare).not.toMatch(/2026|December|12月/)
        }
      }
    }
    expect(times).toBeGreaterThan(kinds.length)
  },
)

test('names the zone of times on plain pages', async () => {
  const server = await createTestServer()
  const { manager } = await createCompany(server)
  await manager.call(createInvitationByEmail, { email: 'bob@example.com', deputy_name: 'Bob' })
  const [mail] = await server.mail('bob@example.com')
  const [, ticket = ''] = /ticket=([\w-]+)/.exec(mail?.body ?? '') ?? []
  const { email, password } = manager.person
  // The account page lists other devices.
  await server.client().call(passwordLogin, { email, password })
  const visitor = server.client()
  const get = (client: Client, address: string): Promise<Response> =>
    client.send(new Request(`${ORIGIN}${address}`))
  await get(visitor, `/form/invitation?ticket=${ticket}`)
  const expiresAt = server.clock.now() + 7 * 24 * 3600 * 1000
  for (const language of ['en', 'ja'] as const) {
    const page = await get(visitor, `/form/invitation?language=${language}`)
    expect(await page.text()).toContain(timeText(expiresAt, language))
    const account = await get(manager.client, `/form/account?language=${language}`)
    expect(await account.text()).toContain(timeText(server.clock.now(), language))
  }
})

test('an invitation says until when its link works', async () => {
  const server = await createTestServer()
  const { manager } = await createCompany(server)
  const email = 'bob@example.com'
  await manager.call(createInvitationByEmail, { email, deputy_name: 'Bob', expire_days: 1 })
  const [mail] = await server.mail(email)
  for (const language of ['en', 'ja'] as const) {
    const end = server.clock.now() + 24 * 3600 * 1000
    expect(mail?.body).toContain(timeText(end, language))
  }
})
