import { expect, test } from 'vitest'
import { emailChange, emailUnbind } from '#protocol/web/binding.ts'
import { sendCode } from '#protocol/web/codes.ts'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { resetByEmail, changePassword } from '#protocol/web/password.ts'
import { updateUser } from '#protocol/web/profile.ts'
import { addMobile, issueStepUpTicket, setIdentifiers } from '../../support/account-addresses.ts'
import type { Person } from '../../support/create-people.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'
import { logIdOf, trace } from '../../support/trace.ts'

const ann = 'annabel@example.com'
const thief = 'thief@evil.example'
const mobile = '+819012345678'

test('restores a changed address, signs out everywhere and asks for a new password', async () => {
  const server = await createTestServer()
  const person = await server.person({ email: ann })
  await changeEmail(server, person, thief)
  const link = await linkTo(server, ann)
  const reply = await server.fetch(new Request(link))
  expect(await reply.text()).toContain('gives ann***@example.com back to your account')
  // Opening changes nothing, since programs open the links of mails too.
  expect((await person.client.call(accountInfo, {})).error).toBeUndefined()
  const done = await (await press(server, link)).text()
  expect(done).toContain('ann***@example.com belongs to your account again. Devices signed out: 1.')
  expect(done).toContain(`href="${ORIGIN}/reset-password"`)
  expect((await person.client.call(accountInfo, {})).error).toBe('session_expired')
  const login = { email: ann, password: person.password }
  expect((await server.client().call(passwordLogin, login)).error).toBe('password_error')
  expect(await reset(server, ann)).toBeUndefined()
  expect((await server.mail(thief))[0]?.subject).toBe('An address is back in your Sable account')
})

test('names the new address in full only in the message to itself', async () => {
  const server = await createTestServer()
  const person = await server.person({ email: ann })
  await addMobile(server, person.client, mobile)
  await changeEmail(server, person, thief)
  const [toOld, toNew, toMobile] = [
    (await server.mail(ann))[0],
    (await server.mail(thief))[0],
    (await server.mail(mobile))[0],
  ]
  expect(toNew?.body).toContain(thief)
  expect(toNew?.body).not.toContain('/form/not-me')
  expect(toOld?.body).toContain('th***@evil.example')
  expect(toOld?.body).toContain('Network: 127.0.0.…')
  for (const part of [toOld?.body, toOld?.html, toMobile?.body]) {
    expect(part).not.toContain(thief)
    expect(part).toContain('/form/not-me?aid=1001&')
  }
})

test('is in each text message of a notice, for people without a mail address', async () => {
  const server = await createTestServer()
  const { client, userId } = await server.person({ mobile })
  await client.call(updateUser, { user_unique_name: 'ann_lee' })
  server.clock.passSeconds(60)
  await client.call(updateUser, { user_unique_name: 'mallory' })
  const [notice] = await server.mail(mobile)
  expect(notice?.body).toContain('your username was changed. Not you?')
  const done = await (await press(server, await linkTo(server, mobile))).text()
  expect(done).toContain('Devices signed out: 1.')
  expect((await client.call(accountInfo, {})).error).toBe('session_expired')
  expect((await server.app.services.accounts.byId(userId))?.username).toBe('ann_lee')
})

test('can be used once, for 72 hours', async () => {
  const server = await createTestServer()
  const person = await server.person({ email: ann })
  await changeEmail(server, person, thief)
  const link = await linkTo(server, ann)
  server.clock.passSeconds(72 * 3600 - 1)
  expect((await press(server, link)).status).toBe(200)
  const again = await press(server, link)
  const page = await again.text()
  expect(page).toContain('This link no longer works')
  expect(page).toContain(`<code>${logIdOf(again)}</code>`)
  expect(await trace(server, logIdOf(again))).toContain('“This was not me” was used before')
  const other = await server.person({ email: 'bob@example.com' })
  await changeEmail(server, other, 'eve@example.com')
  const late = await linkTo(server, 'bob@example.com')
  server.clock.passSeconds(72 * 3600)
  expect(await (await server.fetch(new Request(late))).text()).toContain('no longer works')
  expect(await (await press(server, late)).text()).toContain('no longer works')
})

test('restores the address of the first owner, however often it changed since', async () => {
  const server = await createTestServer()
  const person = await server.person({ email: ann })
  await changeEmail(server, person, thief)
  server.clock.passSeconds(60)
  await changeEmail(server, person, 'second@evil.example')
  // The thief objects first, which does not void the owner's link.
  const toThief = await linkTo(server, thief)
  await press(server, toThief)
  expect(await (await press(server, await linkTo(server, ann))).text()).toContain('ann***@')
  expect(await reset(server, ann)).toBeUndefined()
})

test('invalidates the links of later notices', async () => {
  const server = await createTestServer()
  const person = await server.person({ email: ann })
  await changeEmail(server, person, thief)
  server.clock.passSeconds(60)
  await changeEmail(server, person, 'second@evil.example')
  await press(server, await linkTo(server, ann))
  const late = await press(server, await linkTo(server, thief))
  expect(await late.text()).toContain('This link no longer works')
})

test('reports that the address belongs to another account, and names support', async () => {
  const server = await createTestServer({
    settings: { APPEAL_URL: 'mailto:help@example.com' },
  })
  const person = await server.person({ email: ann })
  await addMobile(server, person.client, mobile)
  const ticket = await issueStepUpTicket(server, person, 'email')
  await person.client.call(emailUnbind, { ticket })
  await server.person({ email: ann })
  const done = await (await press(server, await linkTo(server, ann, 1))).text()
  expect(done).toContain('This address belongs to another account by now')
  expect(done).toContain('href="mailto:help@example.com"')
  expect((await person.client.call(accountInfo, {})).error).toBe('session_expired')
  const owner = await server.app.services.accounts.byEmail(ann)
  expect(owner?.id).not.toBe(person.userId)
  expect((await server.app.services.accounts.byId(person.userId))?.email).toBeNull()
  const login = { mobile, password: person.password }
  expect((await server.client().call(passwordLogin, login)).error).toBeUndefined()
})

test('secures an account after a notice that is not about an address', async () => {
  const server = await createTestServer()
  const person = await server.person({ email: ann })
  const { password } = person
  await person.client.call(changePassword, {
    current_password: password,
    password: 'nine loud herons',
  })
  const link = await linkTo(server, ann)
  expect(await (await server.fetch(new Request(link))).text()).not.toContain('back to your account')
  expect(await (await press(server, link)).text()).toContain('Your account is safe again')
  const login = { email: ann, password: 'nine loud herons' }
  expect((await server.client().call(passwordLogin, login)).error).toBe('password_error')
})

test('does nothing for a post from another page, a foreign application or a made-up token', async () => {
  const server = await createTestServer()
  const person = await server.person({ email: ann })
  await changeEmail(server, person, thief)
  const link = await linkTo(server, ann)
  expect((await press(server, link, { origin: 'http://localhost:4322' })).status).toBe(403)
  expect((await press(server, link, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  const other = link.replace('aid=1001', 'aid=1002')
  expect(await (await press(server, other)).text()).toContain('no longer works')
  const forged = link.replace(/token=[\w-]{6}/, 'token=AAAAAA')
  expect(await (await press(server, forged)).text()).toContain('no longer works')
  expect((await person.client.call(accountInfo, {})).error).toBeUndefined()
})

test('accepts one of two simultaneous posts', async () => {
  const server = await createTestServer()
  const person = await server.person({ email: ann })
  await changeEmail(server, person, thief)
  const link = await linkTo(server, ann)
  const pages = await Promise.all([press(server, link), press(server, link)])
  const texts = await Promise.all(pages.map((page) => page.text()))
  expect(texts.filter((text) => text.includes('again. Devices signed out'))).toHaveLength(1)
})

test('restores nothing to an erased account', async () => {
  const server = await createTestServer()
  const person = await server.person({ email: ann })
  await changeEmail(server, person, thief)
  const link = await linkTo(server, ann)
  await setIdentifiers(server, person.userId, { email: null })
  await server.database.query.deleteFrom('accounts').where('id', '=', person.userId).execute()
  expect(await (await press(server, link)).text()).toContain('This link no longer works')
})

async function changeEmail(server: TestServer, person: Person, email: string): Promise<void> {
  const ticket = await issueStepUpTicket(server, person, 'email')
  await person.client.call(sendCode, { email, type: 20 })
  const code = await server.codeFor(email)
  const answer = await person.client.call(emailChange, { ticket, email, code })
  expect(answer.error).toBeUndefined()
}

/** Returns the link of the newest message to an address, or of an older one. */
async function linkTo(server: TestServer, address: string, age = 0): Promise<string> {
  const messages = await server.mail(address)
  const link = /http\S+\/form\/not-me\?\S+/.exec(messages[age]?.body ?? '')?.[0]
  if (link === undefined) throw new Error(`no link came to ${address}`)
  return link
}

function press(
  server: TestServer,
  link: string,
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
): Promise<Response> {
  return server.fetch(
    new Request(`${ORIGIN}/form/not-me`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-mode': 'navigate',
        ...headers,
      },
      body: new URL(link).searchParams,
    }),
  )
}

async function reset(server: TestServer, email: string): Promise<string | undefined> {
  server.clock.passSeconds(60)
  const client = server.client()
  await client.call(sendCode, { email, type: 6 })
  const code = await server.codeFor(email)
  return (await client.call(resetByEmail, { email, code, password: 'ten calm lynxes' })).error
}
