// Random sequences of proofs and changes by two browsers of one person. No session says more than was proved at
// its time, none opens below what its account demands, none is raised long after its first proof, and nothing
// important is done below what the account demands.
import { expect, test } from 'vitest'
import { levelOfMethod, type Level, type SignInMethodName } from '#protocol/sign-in-methods.ts'
import { sendCode, validateCode } from '#protocol/web/codes.ts'
import { identityLogin } from '#protocol/web/identity.ts'
import { accountInfo, emailCodeLogin, passwordLogin } from '#protocol/web/login.ts'
import {
  makeRecoveryCodes,
  setRequiredLevel,
  verifyRecoveryCode,
  verifyTotp,
} from '#protocol/web/methods.ts'
import { passkeyOptions, verifyPasskey } from '#protocol/web/passkeys.ts'
import { raiseSession } from '#protocol/web/session.ts'
import { shareLogin, shareToken } from '#protocol/web/sso.ts'
import { verifyAccount } from '#protocol/web/verify.ts'
import { levelOf } from '../../../server/two-step/levels.ts'
import { addApp, codeOf } from '../../support/authenticator-apps.ts'
import type { Answer, CallOptions, Client } from '../../support/client.ts'
import { createCompany, type Member } from '../../support/companies.ts'
import { addPasskey, signInBy } from '../../support/passkeys.ts'
import { answer, scan, setApp, showCode } from '../../support/qr.ts'
import { answerWith, type SoftPasskey } from '../../support/soft-authenticator.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const SEEDS = [1, 2, 3, 4]
const STEPS = 60
const MINUTE = 60
/** What a sign-in takes with its second proof here. */
const SLOWLY_MS = 2 * MINUTE * 1000
const RECENT_MS = 10 * MINUTE * 1000
/** How old a first proof may be when a second one raises it. */
const RAISED_WITHIN_MS = 12 * 60 * MINUTE * 1000

const host = { aid: 1002, origin: 'http://localhost:4322' }

interface Given {
  by: SignInMethodName
  at: number
}

/** A browser, and what was proved in its session. */
interface Browser {
  client: Client
  given: Given[]
}

interface Place {
  server: TestServer
  companyId: string
  ann: Member
  passkey: SoftPasskey
  secret: string
  codes: string[]
  pick<One>(list: readonly [One, ...One[]]): One
  /** What was done so far, for whoever reads a failure. */
  log: string[]
  demanded: 1 | 2
}

type Step = (place: Place, browser: Browser, other: Browser) => Promise<unknown>

/** Numbers that look random and are the same each time (mulberry32). */
function createPick(seed: number): Place['pick'] {
  let state = seed
  return (list) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return list[((mixed ^ (mixed >>> 14)) >>> 0) % list.length] ?? list[0]
  }
}

async function setUp(seed: number): Promise<Place> {
  const server = await createTestServer({ settings: { SECOND_VERIFICATION: 'on' } })
  const company = await createCompany(server)
  const ann = await company.join()
  const { added, passkey } = await addPasskey(ann.client)
  const codes = [...(added.data.recovery_codes as string[])]
  const { secret } = await addApp(server, ann.client, 'Phone', 2)
  await setApp(server, { share_to: '1002' })
  const pick = createPick(seed)
  const companyId = company.id
  return { server, companyId, ann, passkey, secret, codes, pick, log: [], demanded: 2 }
}

type Confirming = (
  place: Place,
  client: Client,
  params: Record<string, string>,
  options: CallOptions,
) => Promise<Answer>

/** How each second proof is given, by the name of what is asked for. */
const proofs: Readonly<Record<string, [SignInMethodName, Confirming]>> = {
  passkey_verify: [
    'passkey',
    async ({ passkey }, client, { verify_ticket }, options) => {
      const { data } = await client.call(passkeyOptions, { purpose: 'verify' }, options)
      const origin = options.origin ?? ORIGIN
      const credential = answerWith(passkey, data.options.challenge, origin)
      return await client.call(verifyPasskey, { credential, verify_ticket }, options)
    },
  ],
  totp_verify: [
    'authenticatorApp',
    ({ secret, server }, client, params, options) =>
      client.call(verifyTotp, { code: codeOf(server, secret), ...params }, options),
  ],
  recovery_code_verify: [
    'recoveryCode',
    ({ codes }, client, params, options) =>
      client.call(verifyRecoveryCode, { recovery_code: codes.pop() ?? '', ...params }, options),
  ],
  email_code_verify: [
    'emailCode',
    async ({ ann, server }, client, params, options) => {
      await client.call(sendCode, { type: 11, sms_code_key: params.sms_code_key }, options)
      const code = await server.codeFor(ann.person.email)
      return await client.call(validateCode, { type: 11, code, ...params }, options)
    },
  ],
  pwd_verify: [
    'password',
    ({ ann }, client, params, options) =>
      client.call(verifyAccount, { password: ann.person.password, ...params }, options),
  ],
}

/** Gives one of the proofs that are asked for, and at times has the browser remembered. */
async function confirm(
  place: Place,
  { client }: Browser,
  { data }: Answer,
  options: CallOptions,
): Promise<{ given: Given; params: Record<string, string> }> {
  const { codes, log, pick, server } = place
  const asked = (data.verify_ways as { verify_way: string }[]).map(({ verify_way }) => verify_way)
  const [first = '', ...others] = asked.filter(
    (one) => one !== 'recovery_code_verify' || codes.length > 0,
  )
  const [by, give] = proofs[pick([first, ...others])] ?? []
  if (by === undefined || give === undefined) throw new Error(`cannot give any of ${asked.join()}`)
  const params = {
    sms_code_key: String(data.sms_code_key),
    verify_ticket: String(data.verify_ticket),
  }
  const more = { ...params, ...pick([{}, {}, { remember_browser: '1' }]) }
  server.clock.passSeconds(61)
  const { error } = await give(place, client, params, { ...options, params: more })
  log.push(`  ${by}: ${error ?? 'given'}`)
  expect(error, log.join('\n')).toBeUndefined()
  return { given: { by, at: server.clock.now() }, params }
}

/** Makes a call and, where it asks for a second proof, once more with it. */
async function withProof(
  place: Place,
  browser: Browser,
  call: (options: CallOptions) => Promise<Answer>,
  options: CallOptions = {},
): Promise<{ error: string | undefined; second: Given[] }> {
  const first = await call(options)
  if (first.error !== 'second_verify') return { error: first.error, second: [] }
  const { given, params } = await confirm(place, browser, first, options)
  return { error: (await call({ ...options, params })).error, second: [given] }
}

/** Signs in; where that was done, the session is of these proofs alone. */
async function signIn(
  { log }: Place,
  browser: Browser,
  first: readonly Given[],
  { error, second }: Awaited<ReturnType<typeof withProof>>,
): Promise<void> {
  log.push(`  signed in: ${error ?? 'yes'}`)
  if (error === undefined) browser.given = [...first, ...second]
  return await Promise.resolve()
}

/** Types the code of the app where a page asks for one; returns what was given. */
async function answerForm(
  { log, secret, server }: Place,
  { client }: Browser,
  page: Response,
  path: string,
  fields: Record<string, string>,
): Promise<Given[]> {
  const ticket = /name="ticket" value="([\w-]+)"/.exec(await page.text())?.[1]
  log.push(`  form: ${page.status} ${ticket === undefined ? '' : 'asks'}`)
  // The page that follows brings the token of the new session.
  await client.call(accountInfo, {})
  if (ticket === undefined) return []
  server.clock.passSeconds(61)
  const code = codeOf(server, secret)
  const reply = await client.form(path, { ...fields, ticket, code })
  expect(reply.status, log.join('\n')).toBe(303)
  await client.call(accountInfo, {})
  return [{ by: 'authenticatorApp', at: server.clock.now() }]
}

const steps: Readonly<Record<string, Step>> = {
  password: async (place, browser) => {
    const { email, password } = place.ann.person
    const first: Given = { by: 'password', at: place.server.clock.now() }
    const done = await withProof(place, browser, (more) =>
      browser.client.call(passwordLogin, { email, password }, more),
    )
    await signIn(place, browser, [first], done)
  },
  code: async (place, browser) => {
    const { ann, server } = place
    const { email } = ann.person
    server.clock.passSeconds(61)
    await browser.client.call(sendCode, { email, type: 13 })
    const code = await server.codeFor(email)
    const first: Given = { by: 'emailCode', at: server.clock.now() }
    const done = await withProof(place, browser, (more) =>
      browser.client.call(emailCodeLogin, { email, code }, more),
    )
    await signIn(place, browser, [first], done)
  },
  form: async (place, browser) => {
    const { email, password } = place.ann.person
    const first: Given = { by: 'password', at: place.server.clock.now() }
    const page = await browser.client.form('/form/login', { account: email, password })
    if (page.status === 303) browser.given = [first]
    const fields = place.pick([{}, { remember: '1' }])
    const second = await answerForm(place, browser, page, '/form/login', fields)
    if (second.length > 0) browser.given = [first, ...second]
  },
  raiseByForm: async (place, browser) => {
    const fields = { level: '2', ...place.pick([{}, { user_identity_id: place.ann.id }]) }
    const page = await browser.client.form('/form/level', fields)
    browser.given.push(...(await answerForm(place, browser, page, '/form/level', fields)))
  },
  passkey: async (place, browser) => {
    const first: Given = { by: 'passkey', at: place.server.clock.now() }
    const { error } = await signInBy(browser.client, place.passkey)
    await signIn(place, browser, [first], { error, second: [] })
  },
  qr: async (place, browser, other) => {
    const { ann, server } = place
    const desktop = await showCode(server, browser.client)
    const phone = { ...ann.person, client: other.client }
    if ((await scan(phone, desktop.scanToken)).error !== undefined) return
    await answer(phone, desktop.scanToken)
    // What the phone has proved counts no more than level 2.
    const carried = other.given.map(({ at, by }) => {
      return { at, by: by === 'passkey' ? ('authenticatorApp' as const) : by }
    })
    const first = await desktop.poll()
    const second =
      first.error === 'second_verify' ? [(await confirm(place, browser, first, {})).given] : []
    const { error } = second.length === 0 ? first : await desktop.poll()
    await signIn(place, browser, carried, { error, second })
  },
  share: async (place, browser, other) => {
    const { data, error } = await other.client.call(shareToken, { to_aid: 1002 })
    if (error !== undefined) return
    const call = { share_token: data.share_token, from_aid: 1001 }
    const done = await withProof(
      place,
      browser,
      (more) => browser.client.call(shareLogin, call, more),
      host,
    )
    await signIn(place, browser, other.given, done)
  },
  raise: async (place, browser) => {
    const wanted = { required_level: place.pick<Level>([2, 3]) }
    const raise = (more: CallOptions): Promise<Answer> =>
      browser.client.call(raiseSession, wanted, more)
    const { error, second } = await withProof(place, browser, raise)
    place.log.push(`  raised to ${wanted.required_level}: ${error ?? 'yes'}`)
    if (second.length === 0) return
    browser.given.push(...second)
    expect([error, (await raise({})).error], place.log.join('\n')).toEqual([undefined, undefined])
  },
  organization: async (place, browser) => {
    const call = place.pick([
      (more: CallOptions) =>
        browser.client.call(raiseSession, { user_identity_id: place.ann.id }, more),
      (more: CallOptions) =>
        browser.client.call(identityLogin, { login_subject_uid: place.companyId }, more),
      (more: CallOptions) => browser.client.call(identityLogin, { login_subject_uid: '0' }, more),
    ])
    const { error, second } = await withProof(place, browser, call)
    place.log.push(`  entered: ${error ?? 'yes'}`)
    browser.given.push(...second)
    if (second.length > 0) expect(error, place.log.join('\n')).toBeUndefined()
  },
  rules: async (place) => {
    const { companyId, log, pick, server } = place
    const rules = { session_hours: pick([0, 1]), required_level: pick([1, 2, 3]) }
    const policy = JSON.stringify(rules)
    log.push(`  ${policy}`)
    const { query } = server.database
    await query.updateTable('organizations').set({ policy }).where('id', '=', companyId).execute()
  },
  demand: async (place, { client, given }) => {
    const level = place.pick<1 | 2>([1, 2])
    const { error } = await client.call(setRequiredLevel, { level })
    place.log.push(`  set ${level}: ${error ?? 'yes'}`)
    if (error !== undefined) return
    const now = place.server.clock.now()
    const proved = levelGivenSince(given, now - RECENT_MS - SLOWLY_MS)
    expect(proved, place.log.join('\n')).toBeGreaterThanOrEqual(place.demanded)
    place.demanded = level
  },
  recoveryCodes: async (place, { client, given }) => {
    const { data, error } = await client.call(makeRecoveryCodes, {})
    place.log.push(`  made codes: ${error ?? 'yes'}`)
    if (error !== undefined) return
    const proved = levelGivenSince(given, place.server.clock.now() - RECENT_MS - SLOWLY_MS)
    expect(proved, place.log.join('\n')).toBeGreaterThanOrEqual(place.demanded)
    place.codes = data.codes
  },
  time: async ({ pick, server }) => {
    server.clock.passSeconds(pick([5, 20, 90, 24 * 60]) * MINUTE)
    return await Promise.resolve()
  },
}

function levelGivenSince(given: readonly Given[], since: number): number {
  return Math.max(1, ...given.filter(({ at }) => at >= since).map(({ by }) => levelOfMethod(by)))
}

test.for(SEEDS)('no session claims more than was proved, in sequence %i', async (seed) => {
  const place = await setUp(seed)
  const { ann, log, pick, server } = place
  const { query } = server.database
  const readSessions = () =>
    query.selectFrom('sessions').selectAll().where('accountId', '=', ann.person.userId).execute()
  const [one, two] = [server.client(), server.client()].map((client): Browser => {
    return { client, given: [] }
  })
  if (one === undefined || two === undefined) throw new Error('there are two')
  const names = Object.keys(steps)
  for (let at = 0; at < STEPS; at += 1) {
    const [browser, other] = pick([
      [one, two],
      [two, one],
    ])
    const name = pick(['time', ...names])
    log.push(`${name} in browser ${browser === one ? 1 : 2}`)
    const before = await readSessions()
    await steps[name]?.(place, browser, other)
    for (const session of await readSessions()) {
      if (before.some(({ id }) => id === session.id)) continue
      const proved = levelGivenSince(browser.given, session.provedAt - SLOWLY_MS)
      expect(levelOf(session), log.join('\n')).toBeLessThanOrEqual(proved)
      const former = before.find(({ firstHash, hash }) => (firstHash || hash) === session.firstHash)
      // A passkey is enough without the first proof.
      const isByCall = name.startsWith('raise') || (name === 'organization' && levelOf(session) < 3)
      const isRaised = isByCall && former !== undefined && levelOf(session) > levelOf(former)
      const age = isRaised ? session.createdAt - former.provedAt : 0
      expect(age, log.join('\n')).toBeLessThan(RAISED_WITHIN_MS + SLOWLY_MS)
      const isRemembered = browser.client.cookies.has('remembered')
      const least = isRemembered ? 1 : place.demanded
      expect(levelOf(session), log.join('\n')).toBeGreaterThanOrEqual(least)
    }
    await query.deleteFrom('rateLimits').execute()
  }
})
