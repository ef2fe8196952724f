import { expect, onTestFinished, test, vi } from 'vitest'
import type { OrganizationDomainInfo } from '#protocol/organization-objects.ts'
import { addDomain, listDomains, verifyDomain } from '#protocol/web/organization-domains.ts'
import { DAY_SECONDS } from '../../../server/lib/clock.ts'
import { lookUpDueDomains } from '../../../server/organizations/look-up-domains.ts'
import { createCompany, type Member } from '../../support/companies.ts'
import { startNameServer, type NameServer } from '../../support/name-server.ts'
import { createTestServer, createTwoServers } from '../../support/test-server.ts'

const domain = 'orchard.example'

/** Proves the domain by its record, which it returns. */
async function proveByRecord(
  { records }: NameServer,
  { call }: Member,
): Promise<{ name: string; text: string }> {
  await call(addDomain, { domain, by: 'dns' })
  const list = (await call(listDomains, {})).data.list as OrganizationDomainInfo[]
  const added = list.find((one) => one.domain === domain)
  const { record_name: name = '', record_text: text = '' } = added ?? {}
  records.set(name, text)
  expect((await call(verifyDomain, { domain })).error).toBe(undefined)
  return { name, text }
}

test('a record is looked up again each week, and the domain lost after three days without it', async () => {
  const names = await startNameServer()
  const server = await createTestServer({ settings: { DNS_SERVERS: names.address } })
  const { manager, id } = await createCompany(server)
  await manager.call(addDomain, { domain: 'mailed.example' })
  const code = await server.codeFor('postmaster@mailed.example')
  await manager.call(verifyDomain, { domain: 'mailed.example', code })
  const { name, text } = await proveByRecord(names, manager)
  /** Looks up after a time; returns the missed look-ups, undefined for a lost domain. */
  const missedAfter = async (seconds: number): Promise<number | undefined> => {
    server.clock.passSeconds(seconds)
    await lookUpDueDomains(server.app.services)
    const domains = await server.app.services.organizationDomains.list(id)
    return domains.find((one) => one.domain === domain)?.missedLookups
  }

  names.records.delete(name)
  expect(await missedAfter(7 * DAY_SECONDS - 1)).toBe(0)
  expect(await missedAfter(1)).toBe(1)
  expect(await missedAfter(60)).toBe(1)
  names.isBroken = true
  expect(await missedAfter(DAY_SECONDS)).toBe(1)
  names.isBroken = false
  expect(await missedAfter(60 * 60)).toBe(2)
  names.records.set(name, text)
  expect(await missedAfter(DAY_SECONDS)).toBe(0)

  names.records.delete(name)
  expect(await missedAfter(6 * DAY_SECONDS)).toBe(0)
  expect(await missedAfter(DAY_SECONDS)).toBe(1)
  expect(await missedAfter(DAY_SECONDS)).toBe(2)
  expect(await missedAfter(DAY_SECONDS)).toBe(undefined)
  await lookUpDueDomains(server.app.services)
  const mails = await server.mail(manager.person.email)
  expect(mails.filter(({ subject }) => subject.includes(`no longer has ${domain}`))).toHaveLength(1)
  const kept = await server.app.services.organizationDomains.list(id)
  expect(kept).toMatchObject([{ domain: 'mailed.example', state: 'verified' }])
  const events = await server.app.services.organizationEvents.list(id, {}, { after: '', limit: 1 })
  expect(events).toMatchObject([
    { kind: 'domain_lost', target: domain, detail: '{"because":"domain_record_gone"}' },
  ])
})

test('a running server looks due records up by itself', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const names = await startNameServer()
  const server = await createTestServer({ settings: { DNS_SERVERS: names.address } })
  const { manager, id } = await createCompany(server)
  await proveByRecord(names, manager)
  names.records.clear()
  server.clock.passSeconds(7 * DAY_SECONDS)
  vi.advanceTimersByTime(60_000)
  await expect
    .poll(async () => (await server.app.services.organizationDomains.list(id))[0]?.missedLookups)
    .toBe(1)
})

test('a domain is lost once, though two servers look it up at the same time', async () => {
  const names = await startNameServer()
  const [one, two] = await createTwoServers({ settings: { DNS_SERVERS: names.address } })
  const { manager, id } = await createCompany(one)
  await proveByRecord(names, manager)
  names.records.clear()
  one.clock.passSeconds(7 * DAY_SECONDS)
  for (let day = 1; day <= 3; day++) {
    await Promise.all([one, two].map(({ app }) => lookUpDueDomains(app.services)))
    const [kept] = await one.app.services.organizationDomains.list(id)
    expect(kept?.missedLookups).toBe(day < 3 ? day : undefined)
    one.clock.passSeconds(DAY_SECONDS)
  }
  const mails = await one.mail(manager.person.email)
  expect(mails.filter(({ subject }) => subject.includes(`no longer has ${domain}`))).toHaveLength(1)
})
