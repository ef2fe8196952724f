// Whether the time of a reply tells that an account exists: known and unknown addresses in turn.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { compareImported } from './imported-logins.ts'
import { serve } from './server.ts'
import { median, printTable } from './table.ts'

const PEOPLE = 120
/** Less than the failures after which a captcha is asked for instead of a hash. */
const ROUNDS = 2
const CSRF = 'b'.repeat(64)

const dataDir = mkdtempSync(path.join(tmpdir(), 'passport-bench-'))
const env = {
  LOG_LEVEL: 'silent',
  CAPTCHA_ON_SEND: 'off',
  SECOND_VERIFICATION: 'off',
  RESEND_SECONDS: '1',
  CODES_PER_TARGET_HOUR: '100000',
  CODES_PER_TARGET_DAY: '100000',
  CODES_PER_ADDRESS_HOUR: '100000',
  CODES_PER_ADDRESS_DAY: '100000',
  CODES_PER_APP_HOUR: '1000000',
  TEXTS_PER_HOUR: '1000000',
  WRONG_CODES_PER_ADDRESS_HOUR: '100000',
  FAILURES_BEFORE_CAPTCHA: '100000',
}
const server = await serve('server/main.ts', { ...env, DATA_DIR: dataDir })

interface Probe {
  name: string
  tail: string
  fields: (email: string) => Record<string, string>
}

const probes: Probe[] = [
  {
    name: 'wrong password',
    tail: 'user/login',
    fields: (email) => ({ email, password: 'not the right one' }),
  },
  { name: 'code to sign in', tail: 'send_code', fields: (email) => ({ email, type: '13' }) },
  { name: 'code to sign up', tail: 'send_code', fields: (email) => ({ email, type: '16' }) },
  { name: 'code to reset', tail: 'send_code', fields: (email) => ({ email, type: '6' }) },
  {
    name: 'wrong code to sign in',
    tail: 'email/code_login',
    fields: (email) => ({ email, code: '000000' }),
  },
  {
    name: 'wrong code to reset',
    tail: 'password/reset_by_email',
    fields: (email) => ({ email, code: '000000', password: 'seven quiet otters' }),
  },
]

try {
  for (let at = 0; at < PEOPLE; at++) await signUp(`known${at}@example.com`)
  const rows: string[][] = []
  for (const probe of probes) rows.push(await compare(probe))
  printTable(
    `Known against unknown addresses, ${PEOPLE * ROUNDS} of each in turn; 0.50 of pairs slower means: no difference`,
    ['call', 'known ms', 'unknown ms', 'ratio', 'pairs in which known is slower', 'z'],
    rows,
  )
} finally {
  server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

await compareImported(env, async (origin, email) => {
  const answer = await post('user/login', { email, password: 'not the right one' }, origin)
  if (!answer.includes('"error_code":1009')) throw new Error(`no password was refused: ${answer}`)
})

async function compare({ name, tail, fields }: Probe): Promise<string[]> {
  const known: number[] = []
  const unknown: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (let at = 0; at < PEOPLE; at++) {
      const ask = async (who: string, into: number[]): Promise<void> => {
        const start = performance.now()
        await post(tail, fields(`${who}${at}@example.com`))
        into.push(performance.now() - start)
      }
      // The order changes, so that neither is always the first after the other.
      const turns = [() => ask('known', known), () => ask('other', unknown)]
      for (const turn of at % 2 === 0 ? turns : turns.toReversed()) await turn()
    }
    // The next code to the same address is asked for after the resend interval.
    await new Promise((resolve) => setTimeout(resolve, 1100))
  }
  const { share, z } = mannWhitney(known, unknown)
  return [
    name,
    median(known).toFixed(2),
    median(unknown).toFixed(2),
    (median(known) / median(unknown)).toFixed(3),
    share.toFixed(3),
    z.toFixed(2),
  ]
}

// Mann-Whitney U: in how many of all pairs the first is larger, and how far that is from chance in
// standard deviations; beyond ±2 one would begin to wonder.
function mannWhitney(
  one: readonly number[],
  other: readonly number[],
): { share: number; z: number } {
  let larger = 0
  for (const a of one) for (const b of other) larger += a > b ? 1 : a === b ? 0.5 : 0
  const pairs = one.length * other.length
  const deviation = Math.sqrt((pairs * (one.length + other.length + 1)) / 12)
  return { share: larger / pairs, z: (larger - pairs / 2) / deviation }
}

async function signUp(email: string): Promise<void> {
  await post('send_code', { email, type: '16' })
  let code = ''
  for (let tries = 0; code === '' && tries < 100; tries++) {
    const mailbox = await fetch(`${server.origin}/dev/mailbox.json?to=${email}`)
    code = ((await mailbox.json()) as { messages: { code: string }[] }).messages[0]?.code ?? ''
    if (code === '') await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const answer = await post('email/register/v2', { email, code, password: 'seven quiet otters' })
  if (!answer.includes('"message":"success"')) throw new Error(`no account was made: ${answer}`)
}

async function post(
  tail: string,
  fields: Record<string, string>,
  origin = server.origin,
): Promise<string> {
  const reply = await fetch(`${origin}/passport/web/${tail}?aid=1001`, {
    method: 'POST',
    headers: { cookie: `passport_csrf_token=${CSRF}`, 'x-tt-passport-csrf-token': CSRF },
    body: new URLSearchParams(fields),
  })
  return await reply.text()
}
