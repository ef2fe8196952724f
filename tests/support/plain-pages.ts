import * as oauth from 'oauth4webapi'
import type { Language } from '#protocol/languages.ts'
import { mailCaptchaLink } from '#protocol/captcha/calls.ts'
import { readDecision } from '#protocol/captcha/decision.ts'
import { sendCode } from '#protocol/web/codes.ts'
import { emailChange } from '#protocol/web/binding.ts'
import { createInvitationByEmail } from '#protocol/web/invitations.ts'
import { getOpenQrcode } from '#protocol/web/open-qr.ts'
import { issueStepUpTicket } from './account-addresses.ts'
import type { Client } from './client.ts'
import { createCompany } from './companies.ts'
import { createOAuthClient, REDIRECT, visit } from './oauth-client.ts'
import { setApp, showCode } from './qr.ts'
import { createTestServer, ORIGIN, type TestServer } from './test-server.ts'

/** A page of the account server as a browser gets it. */
export interface PlainPage {
  name: string
  browser: Client
  reply: Response
}

/** Opens every page of the account server in a language, in the order in which people meet them. */
export async function* plainPages(
  server: TestServer,
  language: Language,
): AsyncGenerator<PlainPage> {
  yield* signInPages(server, language)
  yield* accountPages(server, language)
  yield* organizationPages(server, language)
  yield* clientPages(server, language)
  yield* qrPages(server, language)
  yield* noticePages(server, language)
  yield* guardedPages(language)
}

async function* signInPages(server: TestServer, language: Language): AsyncGenerator<PlainPage> {
  const browser = server.client()
  const { email } = await server.person()
  const typed = { account: 'ann@example.com', language }
  yield { name: 'login', browser, reply: await browser.form('/form/login', { language }) }
  const wrong = { ...typed, password: 'wrong' }
  yield { name: 'login-wrong', browser, reply: await browser.form('/form/login', wrong) }
  const fields = { email: `new-${language}@example.com`, language }
  yield {
    name: 'sign-up-address',
    browser,
    reply: await browser.form('/form/sign-up', { language }),
  }
  yield { name: 'sign-up-code', browser, reply: await browser.form('/form/sign-up', fields) }
  const short = { ...fields, step: 'finish', code: '12', password: 'x', name: '\u202e' }
  yield { name: 'sign-up-wrong', browser, reply: await browser.form('/form/sign-up', short) }
  const reset = { email, language }
  yield { name: 'reset-code', browser, reply: await browser.form('/form/reset-password', reset) }
  yield {
    name: 'unknown-application',
    browser,
    reply: await get(browser, `/form/account?aid=9999&language=${language}`),
  }
}

async function* accountPages(server: TestServer, language: Language): AsyncGenerator<PlainPage> {
  const { client, email, password } = await server.person()
  const other = server.client('203.0.113.9')
  await other.form('/form/login', { account: email, password })
  const address = `/form/account?language=${language}`
  yield { name: 'account', browser: client, reply: await get(client, address) }
  const named = { name: '\u202e', language }
  yield { name: 'account-wrong', browser: client, reply: await client.form('/form/account', named) }
  yield {
    name: 'end-session',
    browser: client,
    reply: await get(client, `/oauth/logout?ui_locales=${language}`),
  }
  yield {
    name: 'device',
    browser: client,
    reply: await get(client, `/device?language=${language}`),
  }
  const unknown = { user_code: 'x', language }
  yield { name: 'device-wrong', browser: client, reply: await client.form('/form/device', unknown) }
}

async function* organizationPages(
  server: TestServer,
  language: Language,
): AsyncGenerator<PlainPage> {
  const company = await createCompany(server, `Harbour Works ${language}`)
  const { client } = await company.join('Ann')
  yield {
    name: 'identity',
    browser: client,
    reply: await get(client, `/form/identity?language=${language}`),
  }
  const leave = { action: 'leave', language }
  yield {
    name: 'identity-leave',
    browser: client,
    reply: await client.form('/form/identity', leave),
  }
  const guest = server.client()
  const { data } = await company.manager.call(createInvitationByEmail, {
    email: `ben-${language}@example.com`,
    deputy_name: 'Ben',
  })
  const ticket = new URL(String(data.link)).searchParams.get('ticket') ?? ''
  const invitation = `/form/invitation?language=${language}`
  await get(guest, `${invitation}&ticket=${ticket}`)
  yield { name: 'invitation', browser: guest, reply: await get(guest, invitation) }
  const send = { action: 'send', ticket, language }
  yield {
    name: 'invitation-code',
    browser: guest,
    reply: await guest.form('/form/invitation', send),
  }
  await get(client, `${invitation}&ticket=${ticket}`)
  yield { name: 'invitation-member', browser: client, reply: await get(client, invitation) }
  const cara = await server.person()
  const own = await company.manager.call(createInvitationByEmail, {
    email: cara.email,
    deputy_name: 'Cara',
  })
  yield {
    name: 'invitation-joined',
    browser: cara.client,
    reply: await cara.client.form('/form/invitation', {
      action: 'accept',
      ticket: new URL(String(own.data.link)).searchParams.get('ticket') ?? '',
      language,
    }),
  }
  const decline = { action: 'decline', ticket, language }
  yield {
    name: 'invitation-declined',
    browser: guest,
    reply: await guest.form('/form/invitation', decline),
  }
  const stranger = server.client()
  yield {
    name: 'invitation-unknown',
    browser: stranger,
    reply: await get(stranger, invitation),
  }
}

async function* clientPages(server: TestServer, language: Language): AsyncGenerator<PlainPage> {
  const { client } = await server.person()
  const harbour = await createOAuthClient(server, {
    isPublic: true,
    scopes: 'openid profile email offline_access',
    more: ['--devices'],
  })
  await visit(client, (await harbour.start()).address)
  const consent = `/form/authorize?language=${language}`
  yield { name: 'authorize', browser: client, reply: await get(client, consent) }
  const { authentication, options } = harbour
  const asked = await oauth.deviceAuthorizationRequest(
    harbour.server,
    harbour.client,
    authentication,
    { scope: 'openid profile offline_access' },
    options,
  )
  const { user_code: code } = await oauth.processDeviceAuthorizationResponse(
    harbour.server,
    harbour.client,
    asked,
  )
  const compare = `/device?user_code=${code}&language=${language}`
  yield { name: 'device-compare', browser: client, reply: await get(client, compare) }
  const reply = await client.form('/form/device', { user_code: code, language })
  const page = await reply.clone().text()
  yield { name: 'device-ask', browser: client, reply }
  const refuse = { ...hiddenIn(page), action: 'refuse' }
  yield {
    name: 'device-refused',
    browser: client,
    reply: await client.form('/form/device', refuse),
  }
  const wrong = `/oauth/authorize?client_id=none&language=${language}`
  yield { name: 'authorize-unknown', browser: client, reply: await get(client, wrong) }
}

async function* qrPages(server: TestServer, language: Language): AsyncGenerator<PlainPage> {
  await setApp(server, { qr_number_match: true })
  const { client } = await server.person()
  const { scanToken } = await showCode(server)
  const shared = { aid: '1001', language, token: scanToken }
  const scan = `/passport/web/scan_qrcode?${new URLSearchParams(shared)}`
  yield { name: 'qr-link', browser: client, reply: await get(client, scan, 'cross-site') }
  yield { name: 'qr-ask', browser: client, reply: await get(client, scan) }
  const refuse = { ...shared, action: 'refuse' }
  yield { name: 'qr-refused', browser: client, reply: await client.form('/form/qr', refuse) }
  yield { name: 'qr-used', browser: client, reply: await get(client, scan) }
  const harbour = await createOAuthClient(server)
  const { searchParams } = new URL((await harbour.start()).address)
  const shown = await server.client('198.51.100.7').call(
    getOpenQrcode,
    {
      client_key: harbour.id,
      redirect_uri: REDIRECT,
      scope: 'openid,profile,email',
      code_challenge: searchParams.get('code_challenge') ?? '',
      code_challenge_method: 'S256',
    },
    { origin: null },
  )
  const address = new URL(shown.data.scan_qrcode_url)
  address.searchParams.set('language', language)
  yield {
    name: 'qr-consent',
    browser: client,
    reply: await get(client, address.pathname + address.search),
  }
}

async function* noticePages(server: TestServer, language: Language): AsyncGenerator<PlainPage> {
  const owner = await server.person({ email: `owner-${language}@example.com` })
  const email = `thief-${language}@example.com`
  const ticket = await issueStepUpTicket(server, owner, 'email')
  await changeEmail(server, owner.client, { email, ticket })
  const [notice] = await server.mail(owner.email)
  const link = /\/form\/not-me\?\S+/.exec(notice?.body ?? '')?.[0] ?? ''
  const query = new URLSearchParams(link.split('?')[1])
  query.set('language', language)
  const browser = server.client()
  yield { name: 'not-me', browser, reply: await get(browser, `/form/not-me?${query}`) }
  const fields = Object.fromEntries(query)
  yield { name: 'not-me-done', browser, reply: await browser.form('/form/not-me', fields) }
  yield { name: 'not-me-expired', browser, reply: await get(browser, `/form/not-me?${query}`) }
  yield* captchaLinkPages(language)
}

async function* guardedPages(language: Language): AsyncGenerator<PlainPage> {
  const settings = { SECOND_VERIFICATION: 'on', FORM_POSTS_PER_ADDRESS_HOUR: '1' }
  const server = await createTestServer({ settings })
  const { email, password } = await server.person()
  const browser = server.client()
  const typed = { account: email, password, language }
  yield { name: 'second-step', browser, reply: await browser.form('/form/login', typed) }
  yield { name: 'too-often', browser, reply: await browser.form('/form/login', typed) }
  const hosted = `/passport/web/host/sign_in?language=${language}`
  yield { name: 'hosted-problem', browser, reply: await get(browser, hosted) }
  const call = `/passport/web/web_login?aid=9999&language=${language}`
  yield { name: 'refused-navigation', browser, reply: await get(browser, call) }
}

async function* captchaLinkPages(language: Language): AsyncGenerator<PlainPage> {
  const server = await createTestServer({ settings: { CAPTCHA_ON_SEND: 'on' } })
  const browser = server.client()
  const token = await captchaToken(server, 'ann@example.com')
  const captcha = `/captcha/link?${new URLSearchParams({ token, language })}`
  yield { name: 'captcha-link', browser, reply: await get(browser, captcha) }
  const press = { token, language }
  yield { name: 'captcha-passed', browser, reply: await browser.form('/captcha/link', press) }
  yield { name: 'captcha-expired', browser, reply: await get(browser, captcha) }
}

async function changeEmail(
  server: TestServer,
  client: Client,
  { email, ticket }: { email: string; ticket: string },
): Promise<void> {
  await client.call(sendCode, { email, type: 20 })
  const code = await server.codeFor(email)
  const { error } = await client.call(emailChange, { ticket, email, code })
  if (error !== undefined) throw new Error(`the address was not changed: ${error}`)
}

async function captchaToken(server: TestServer, email: string): Promise<string> {
  const browser = server.client()
  const { body } = await browser.call(sendCode, { email, type: 13 })
  const decision = readDecision(body.verify_center_decision_conf)
  if (decision === undefined) throw new Error('no captcha was asked for')
  await browser.call(mailCaptchaLink, { detail: decision.detail, fp: decision.fp })
  const [message] = await server.mail(email)
  return /captcha\/link\?token=([\w.-]+)/.exec(message?.body ?? '')?.[1] ?? ''
}

function hiddenIn(page: string): Record<string, string> {
  const fields = page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
  return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, value]))
}

async function get(client: Client, path: string, site = 'none'): Promise<Response> {
  return await client.send(
    new Request(ORIGIN + path, {
      redirect: 'manual',
      headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': site },
    }),
  )
}
