// Seconds from asking for a code until its mail or text is handed over: alone, and beside receivers
// that do not answer.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { closeReceivers, listenForMail, listenForTexts } from '../tests/support/receivers.ts'
import { serve } from './server.ts'
import { printTable } from './table.ts'

const HANGING = 20
const LIMIT_MS = 60_000
const csrf = 'b'.repeat(64)

const isHealthy = (recipient: string): boolean =>
  recipient.includes('healthy') || recipient.startsWith('+8170')
const mails = await listenForMail((recipient) => (isHealthy(recipient) ? '250 ok' : undefined))
const texts = await listenForTexts((recipient) => (isHealthy(recipient) ? 200 : undefined))
const folder = mkdtempSync(path.join(tmpdir(), 'passport-bench-'))
const server = await serve('server/main.ts', {
  DATA_DIR: folder,
  SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
  MAIL_FROM: 'id@example.com',
  SMS_URL: `http://127.0.0.1:${texts.port}`,
  CAPTCHA_ON_SEND: 'off',
  CODES_PER_ADDRESS_HOUR: '1000',
  CODES_PER_WEB_ID_HOUR: '1000',
  LOG_LEVEL: 'silent',
})
try {
  const rows = [['nothing', ...(await timesOf('alone', '10'))]]
  for (let at = 0; at < HANGING; at++) {
    await ask(`type=13&email=ann%40hanging${at}.example`)
    await ask(`type=24&mobile=%2B81901234${String(at).padStart(4, '0')}`)
  }
  rows.push([`${HANGING} mails and ${HANGING} texts that hang`, ...(await timesOf('beside', '11'))])
  // By now the hanging ones are tried again.
  await pause(22_000)
  rows.push(['the same, at their next try', ...(await timesOf('later', '12'))])
  printTable('Seconds until a code is handed over', ['beside', 'mail', 'text'], rows)
} finally {
  server.stop()
  closeReceivers()
  await server.ended
  rmSync(folder, { recursive: true, force: true })
}

async function timesOf(name: string, digits: string): Promise<[string, string]> {
  const email = `${name}@healthy.example`
  const mobile = `+81701234${digits}00`
  const begun = performance.now()
  const [mailMs, textMs] = await Promise.all([
    ask(`type=13&email=${encodeURIComponent(email)}`).then(() =>
      until(begun, () => mails.received.some((mail) => mail.includes(email))),
    ),
    ask(`type=24&mobile=${encodeURIComponent(mobile)}`).then(() =>
      until(begun, () => texts.received.some(({ to }) => to === mobile)),
    ),
  ])
  return [(mailMs / 1000).toFixed(2), (textMs / 1000).toFixed(2)]
}

async function until(begun: number, isDone: () => boolean): Promise<number> {
  while (!isDone()) {
    if (performance.now() - begun > LIMIT_MS) throw new Error('not handed over')
    await pause(10)
  }
  return performance.now() - begun
}

async function ask(body: string): Promise<void> {
  const reply = await fetch(`${server.origin}/passport/web/send_code?aid=1001`, {
    method: 'POST',
    headers: {
      'x-tt-passport-csrf-token': csrf,
      cookie: `passport_csrf_token=${csrf}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body,
  })
  const { message } = (await reply.json()) as { message: string }
  if (message !== 'success') throw new Error(`${body} was answered ${message}`)
}
