// Passkeys, authenticator apps and recovery codes: passkey sign-ins beside password sign-ins, their options
// beside session checks, single use under load, and the list of leaked passwords.
import { onBothDatabases } from './both-databases.ts'
import { callsOf } from './calls.ts'
import { attemptTwice } from './factors/double-uses.ts'
import { measureLeakedList } from './factors/leaked-list.ts'
import { createPasskeyCalls } from './factors/passkey-calls.ts'
import { load, signUp, type Load } from './load.ts'
import { atLeast, atMost, loadFigure, printFigures, rateOf } from './verdict.ts'

const ROUNDS = 3
const CONNECTIONS = 50
/** Passkey sign-ins of a round: each needs a challenge of its own, made before. */
const SIGN_INS = 2000

const goals = { SQLite: 7, PostgreSQL: 3 }

await onBothDatabases(async ({ name, env, start }) => {
  const server = await start('server/main.ts', {
    ...env,
    SECOND_VERIFICATION: 'off',
    CAPTCHA_ON_SEND: 'off',
    CODES_PER_ADDRESS_HOUR: '1000000',
    CODES_PER_ADDRESS_DAY: '1000000',
    CODES_PER_WEB_ID_HOUR: '1000000',
    TRUSTED_PROXIES: '127.0.0.1,::1',
    LOG_LEVEL: 'silent',
  })
  const cookies = await signUp(server.origin)
  const { check, login } = callsOf(server.origin, cookies)
  const people: string[] = []
  for (let at = 0; at < CONNECTIONS; at++) {
    const email = `passkey${at}@example.com`
    people.push(...(await signUp(server.origin, { email, browsers: 1 })))
  }
  const passkeys = await createPasskeyCalls(server.origin, people)
  const rates: Record<'check' | 'login' | 'options' | 'passkey', Load[]> = {
    check: [],
    login: [],
    options: [],
    passkey: [],
  }
  for (let round = 0; round < ROUNDS; round++) {
    rates.check.push(await load(CONNECTIONS, check))
    rates.options.push(await load(CONNECTIONS, passkeys.options))
    rates.login.push(await load(CONNECTIONS, login))
    rates.passkey.push(await load(CONNECTIONS, await passkeys.signIns(SIGN_INS)))
  }
  const [checks, passwords] = [rateOf(rates.check), rateOf(rates.login)]
  const { attempts, doubles } = await attemptTwice(server.origin, passkeys)
  printFigures(`${name}: medians of ${ROUNDS} runs, ${CONNECTIONS} connections`, [
    loadFigure('session check', rates.check, checks),
    {
      ...loadFigure('passkey_options, of session checks', rates.options, checks),
      goal: atLeast(checks),
    },
    loadFigure('password sign-in', rates.login, passwords),
    {
      ...loadFigure('passkey sign-in, of password sign-ins', rates.passkey, passwords),
      goal: atLeast(goals[name] * passwords),
    },
    { what: 'attempts to use a proof twice, at once', value: attempts, unit: '' },
    { what: 'double uses', value: doubles, unit: '', goal: atMost(0) },
  ])
})

measureLeakedList()
