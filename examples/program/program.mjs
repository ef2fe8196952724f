// A program without cookies and without a screen for captchas: node program.mjs sign-in|who|sign-out
/* oxlint-disable no-console -- it talks on a terminal */
import { readFile, rm, writeFile } from 'node:fs/promises'
import process from 'node:process'
import { createInterface } from 'node:readline/promises'
import { accountInfo, logout, passwordLogin, sendCode, validateCode } from 'passport-login/calls'
import {
  ChallengeClosed,
  computeCaptcha,
  createPassport,
  PassportError,
} from 'passport-login/client'

const SESSION_FILE = new URL('session', import.meta.url)
const CODE_TYPES = { mobile_sms_verify: 22, email_code_verify: 11 }

const at = {
  aid: Number(process.env.PASSPORT_AID ?? 1002),
  language: 'en',
  server: process.env.PASSPORT_SERVER ?? 'http://localhost:4321',
}
// The element takes the same options as its property `secondVerifyWebOptions`.
const secondVerifyWebOptions = { way: process.env.VERIFY_WAY ?? 'email_code_verify' }

const terminal = createInterface(process.stdin)
const lines = terminal[Symbol.asyncIterator]()

async function ask(question) {
  console.log(question)
  const { value = '' } = await lines.next()
  return value.trim()
}

const { app } = createPassport({
  ...at,
  sessionKey: await readFile(SESSION_FILE, 'utf8').catch(() => ''),
  // Identifies this installation: a known one needs two-step verification less often.
  fingerprint: () => 'verify_example_program',
  openChallenge: computeCaptcha(at),
  secondVerify,
})

/** Proves the person by a code; without one the sign-in is rejected with SECOND_VALID. */
async function secondVerify({ ways, smsCodeKey, verifyTicket, reason }) {
  console.log(reason)
  const chosen = ways.find(({ way }) => way === secondVerifyWebOptions.way) ?? ways[0]
  const type = CODE_TYPES[chosen?.way]
  if (type === undefined) throw new ChallengeClosed()
  const references = { sms_code_key: smsCodeKey, verify_ticket: verifyTicket }
  await app.send(sendCode, { type, ...references })
  const code = await ask(`Code sent to ${chosen.sentTo}; nothing to give up:`)
  if (code === '') throw new ChallengeClosed()
  await app.send(validateCode, { type, code, ...references })
  return { smsCodeKey, verifyTicket }
}

async function signIn() {
  const account = await ask('E-mail address:')
  const password = await ask('Password:')
  const user = await app.send(passwordLogin, { account, password })
  // Whoever can read the file is signed in, so nobody else may.
  await writeFile(SESSION_FILE, user.session_key, { mode: 0o600 })
  console.log(`Signed in as ${user.name}.`)
}

async function who() {
  const { name } = await app.send(accountInfo, {})
  console.log(`Signed in as ${name}.`)
}

async function signOut() {
  await app.send(logout, {})
  await rm(SESSION_FILE, { force: true })
  console.log('Signed out.')
}

const commands = { 'sign-in': signIn, who, 'sign-out': signOut }
const command = commands[process.argv[2]]

try {
  if (command === undefined) throw new Error(`Say one of: ${Object.keys(commands).join(', ')}`)
  await command()
} catch (error) {
  process.exitCode = 1
  if (!(error instanceof PassportError)) console.error(error.message)
  else if (error.description === 'SECOND_VALID') {
    const ways = error.data.verify_ways.map(({ verify_way: way }) => way)
    console.error(`SECOND_VALID: not confirmed by ${ways.join(' or ')}.`)
  } else console.error(`${error.name}: ${error.message}`)
} finally {
  terminal.close()
}
