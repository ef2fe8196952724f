import { fromBase32, stepOf } from '../../server/authenticator-apps/totp.ts'
import { codeAt } from '../../tests/support/authenticator-apps.ts'
import { signUp } from '../load.ts'
import { post, type PasskeyCalls } from './passkey-calls.ts'

/** Calls at once with one proof. */
const AT_ONCE = 100
const CHALLENGES = 60
const PEOPLE = 40

/** Uses each of many proofs a hundred times at once; returns how often one of them worked a second time. */
export async function attemptTwice(
  origin: string,
  passkeys: PasskeyCalls,
): Promise<{ attempts: number; doubles: number }> {
  let attempts = 0
  let doubles = 0
  async function tryAtOnce(call: () => Promise<Record<string, unknown>>): Promise<void> {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, call))
    const worked = answers.filter((data) => data['error_code'] === 0).length
    if (worked === 0) throw new Error(`no attempt worked: ${JSON.stringify(answers[0])}`)
    attempts += AT_ONCE
    doubles += worked - 1
  }
  for (let at = 0; at < CHALLENGES; at++) {
    const credential = await passkeys.answer()
    await tryAtOnce(() => post(origin, 'passkey/login', { credential }))
  }
  for (let at = 0; at < PEOPLE; at++) {
    const [cookies = ''] = await signUp(origin, { email: `double${at}@example.com`, browsers: 1 })
    const begun = await post(origin, 'totp/begin', {}, cookies)
    const secret = fromBase32(String(begun['secret'])) ?? Buffer.alloc(20)
    const codeIn = (steps: number): string => codeAt(secret, stepOf(Date.now()) + steps)
    const { recovery_codes: codes } = await post(
      origin,
      'totp/add',
      {
        add_ticket: String(begun['add_ticket']),
        code: codeIn(0),
        name: 'App',
        required_level: '1',
      },
      cookies,
    )
    const [recovery_code = ''] = codes as string[]
    const code = codeIn(1)
    // One of each person: wrong ones of both count together, and a second hundred would only wait.
    await tryAtOnce(() =>
      at % 2 === 0
        ? post(origin, 'recovery/code_verify', { recovery_code }, cookies)
        : post(origin, 'totp/verify', { code }, cookies),
    )
  }
  return { attempts, doubles }
}
