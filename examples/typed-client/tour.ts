// Twenty calls of a new person: node tour.ts http://localhost:4321
/* oxlint-disable no-console -- it talks on a terminal */
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from './client.ts'

const [server = 'http://localhost:4321', aid = '1001'] = process.argv.slice(2)
const client = createClient(server, Number(aid))
const email = `tour-${Date.now()}@example.com`
const password = 'seven quiet otters'

// On this machine alone the server takes plain text and shows its mails.
await client.call('get', '/passport/web/seal_key')
succeed(await client.call('post', '/passport/web/send_code', { body: { email, type: 16 } }))
const code = await readCode()
const { data: user } = succeed(
  await client.call('post', '/passport/web/email/register/v2', { body: { email, code, password } }),
)
client.token = user.session_key
console.log(`signed up as ${user.name}`)

await client.call('post', '/passport/web/user/update', { body: { description: 'On a tour' } })
const query = { get_info_type: 2 } as const
const { data: mine } = succeed(await client.call('get', '/passport/web/account/info/v2', { query }))
console.log(`${mine.email}: ${mine.description}`)

const { data: sessions } = succeed(await client.call('get', '/passport/web/session/list'))
console.log(`${sessions.total} session, from ${sessions.list[0]?.device}`)
succeed(await client.call('get', '/passport/web/security/events', { query: { page_size: 5 } }))
succeed(await client.call('get', '/passport/web/open/grant/list'))
succeed(await client.call('get', '/passport/web/auth/platforms'))
succeed(await client.call('get', '/passport/web/auth/list'))
succeed(await client.call('get', '/passport/web/method/list'))
succeed(await client.call('get', '/passport/web/account/plan'))
succeed(await client.call('get', '/passport/web/subject/login_list'))

const { data: company } = succeed(
  await client.call('post', '/passport/aff/web/subject/create', {
    body: { subject_name: 'Orchard Ltd', base_infos: { country: 'JP' } },
  }),
)
const { subject_uid } = company
// A new session, which acts for the organization.
client.token = company.user.session_key
const { data: info } = succeed(
  await client.call('get', '/passport/aff/web/subject/info', { query: { subject_uid } }),
)
console.log(`${info.subject_name}, ${info.base_infos.country}`)
succeed(await client.call('get', '/passport/aff/web/deputy/list', { query: { subject_uid } }))
succeed(await client.call('get', '/passport/aff/web/role/list', { query: { subject_uid } }))

const wrong = await client.call('post', '/passport/web/user/login', {
  body: { email, password: 'not mine' },
})
if (wrong.message === 'error') console.log(`a wrong password is ${wrong.data.name}`)
succeed(await client.call('post', '/passport/web/logout'))
const after = await client.call('get', '/passport/web/account/info/v2')
console.log(after.message === 'error' ? after.data.name : 'still signed in')

async function readCode(): Promise<string> {
  for (;;) {
    const mails = await fetch(`${server}/dev/mailbox.json?to=${email}`)
    const { messages } = (await mails.json()) as { messages: { code: string }[] }
    if (messages[0] !== undefined) return messages[0].code
    await sleep(50)
  }
}

function succeed<R extends { message: 'success' | 'error'; data: object }>(
  reply: R,
): Extract<R, { message: 'success' }> {
  if (reply.message === 'error') throw new Error(JSON.stringify(reply))
  return reply as Extract<R, { message: 'success' }>
}
