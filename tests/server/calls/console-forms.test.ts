import { expect, test } from 'vitest'
import { typeCommand } from '../../support/command.ts'
import { submitForm } from '../../support/console-forms.ts'
import { createConsoleServer, hiddenIn, signInOperator } from '../../support/console.ts'

/** Returns the form of a page that has a button. */
function formWith(page: string, act: string): string {
  const forms = page.match(/<form method="post"[\s\S]*?<\/form>/g) ?? []
  return forms.find((form) => form.includes(`name="act" value="${act}"`)) ?? ''
}

/** Returns a tag of a form by what it contains. */
function inputOf(form: string, ...parts: readonly string[]): string {
  const inputs = form.match(/<input [^>]*>/g) ?? []
  return inputs.find((input) => parts.every((part) => input.includes(part))) ?? ''
}

test('asks for the reason last, below boxes and choices', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'owner')
  await typeCommand(server, ['client', 'add', 'Notes', '--redirects', 'https://a.example/'])
  const [client] = await server.app.services.oauthClients.page('', 1)
  for (const [path, act] of [
    ['/apps/1001', 'set'],
    ['/clients', 'add'],
    [`/clients/${client?.id}`, 'set'],
    ['/webhooks', 'add'],
    ['/operators', 'set'],
    ['/captcha', 'attack'],
  ] as const) {
    const form = formWith((await ann.get(path)).text, act)
    expect(form, path).toMatch(/type="(?:radio|checkbox)"/)
    const last = [...form.matchAll(/<input [^>]*name="([^"]+)"/g)].at(-1)
    expect(last?.[1], path).toBe('reason')
  }
})

test('keeps everything that was typed in a form that it refuses', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'owner')
  await typeCommand(server, ['app', 'add', '7002', '--name', 'Shop'])
  const refused = await submitForm(ann, '/apps/7002', 'set', {
    reason: 'Ticket 78',
    name: undefined,
    brand_name: '<i>Brand</i>',
    test_code: '12',
    strict_check: '1',
    registration_open: undefined,
  })
  expect(refused.status).toBe(422)
  const form = formWith(refused.text, 'set')
  expect(inputOf(form, 'name="reason"')).toContain('value="Ticket 78"')
  expect(inputOf(form, 'name="brand_name"')).toContain('value="&lt;i&gt;Brand&lt;/i&gt;"')
  expect(inputOf(form, 'name="test_code"')).toContain('value="12"')
  // What was cleared stays so.
  expect(inputOf(form, 'name="name"')).not.toContain('value=')
  expect(inputOf(form, 'name="strict_check"')).toContain(' checked')
  expect(inputOf(form, 'name="registration_open"')).not.toContain(' checked')
  // The other forms of the page are as ever.
  expect(inputOf(formWith(refused.text, 'remove'), 'name="reason"')).not.toContain('value=')

  const added = { name: 'Notes', redirects: 'javascript:alert(1)', proof: 'public' }
  const client = formWith((await ann.act('/clients', 'add', added)).text, 'add')
  expect(inputOf(client, 'value="public"')).toContain(' checked')
  expect(inputOf(client, 'value="secret"')).not.toContain(' checked')
})

test('keeps it for a form of an earlier sign-in, which does nothing before the next press', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'admin')
  await typeCommand(server, ['app', 'add', '7002', '--name', 'Shop'])
  const { csrf = '' } = hiddenIn((await ann.get('/apps/7002')).text)
  server.clock.passSeconds(11 * 60)
  const fields = { csrf, act: 'remove', reason: 'Ticket 78' }
  const old = await ann.send('/apps/7002', fields)
  expect(old.status).toBe(403)
  expect(old.text).toContain('href="/sign-in?next=%2Fapps%2F7002" target="_blank"')
  expect(old.text).toContain('load this page again')
  await ann.prove()
  const again = await ann.send('/apps/7002', fields)
  expect([again.status, again.text.includes('Press the button again')]).toEqual([403, true])
  expect(inputOf(formWith(again.text, 'remove'), 'name="reason"')).toContain('value="Ticket 78"')
  const fresh = { ...fields, csrf: hiddenIn(again.text).csrf ?? '' }
  expect((await ann.send('/apps/7002', fresh)).headers.get('location')).toBe(
    '/apps?done=app.remove',
  )
})

test('does once what a form says that is sent twice, also at once, and again after a refusal', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'owner')
  const { csrf = '' } = hiddenIn((await ann.get('/tokens')).text)
  const token = { csrf, act: 'add', name: 'crm', scopes: 'users:read', until: '2027-01-01' }
  const bare = { ...token, reason: '' }
  expect((await ann.send('/tokens', bare)).status).toBe(422)
  expect((await ann.send('/tokens', bare)).status).toBe(422)
  const press = () => ann.send('/tokens', { ...token, reason: 'Ticket 79' })
  const replies = await Promise.all([press(), press()])
  expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 409,
  ])
  const again = await press()
  expect([again.status, again.text.includes('nothing more was done')]).toEqual([409, true])
  const { output } = await typeCommand(server, ['token', 'list'])
  expect(output.match(/ crm /g)).toHaveLength(1)
})

test('says in Japanese what a use case refuses', async () => {
  const server = await createConsoleServer()
  const ann = await signInOperator(server, 'owner')
  const { userId } = await server.person()
  await typeCommand(server, ['app', 'add', '7002', '--name', 'Shop'])
  await ann.get('/?language=ja')
  for (const [path, act, fields] of [
    ['/apps', 'add', { aid: '0', name: 'x' }],
    ['/apps', 'add', { aid: '7002', name: 'x' }],
    ['/apps/7002', 'set', { name: 'Shop', test_code: '12' }],
    ['/apps/7002', 'end-secret', { secret: 'x' }],
    ['/apps/1001', 'remove', {}],
    ['/clients', 'add', { name: 'x', redirects: 'javascript:x', proof: 'public' }],
    ['/companies', 'add', { name: 'x', aid: '7002', logo: 'javascript:x' }],
    ['/companies/1', 'freeze', {}],
    ['/webhooks', 'add', { url: 'http://10.0.0.1/', kinds: 'all' }],
    ['/webhooks', 'add', { url: 'https://a.example/', kinds: 'some' }],
    ['/operators', 'set', { who: ann.person.userId, role: 'admin' }],
    ['/operators', 'remove', { who: userId }],
    ['/tokens', 'add', { name: 'x', scopes: 'all', until: '2099-01-01' }],
    ['/tokens', 'add', { name: 'x', scopes: 'events', until: 'June' }],
    [`/people/${ann.person.userId}`, 'freeze', {}],
    [`/people/${userId}`, 'unfreeze', {}],
    [`/people/${userId}`, 'erase', { confirm: '1' }],
    [`/people/${userId}`, 'end-session', { session: '1' }],
  ] as const) {
    const { status, text } = await ann.act(path, act, fields)
    expect([404, 409, 422], `${path} ${act}`).toContain(status)
    const [, problem = ''] = /role="alert">(.*?)<\/div>/s.exec(text) ?? []
    const sentences = [...problem.matchAll(/<p>(.*?)<\/p>/g)].map(([, one = '']) => one)
    expect(sentences.length, `${path} ${act}`).toBeGreaterThan(0)
    for (const one of sentences) {
      expect(one).toMatch(/[\u3041-\u30FF\u4E00-\u9FFF].*[。）\w/]$/)
      expect(one).not.toMatch(/\b(?:is|no|must|There)\b/)
    }
  }
})
