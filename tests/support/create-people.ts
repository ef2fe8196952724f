import { sendCode } from '#protocol/web/codes.ts'
import { emailRegister, mobileRegister } from '#protocol/web/registration.ts'
import type { Client } from './client.ts'
import { retryWhileBusy } from './retry-while-busy.ts'

/** Account and the client that registered it. */
export interface Person {
  readonly client: Client
  readonly userId: string
  readonly email: string
  readonly mobile: string
  readonly password: string
}

let personCount = 0

/** Returns a function that registers accounts by the calls of a browser. */
export function createPeople(
  createClient: () => Client,
  codeFor: (to: string) => Promise<string>,
): (options?: { email?: string; mobile?: string; password?: string }) => Promise<Person> {
  return async ({ email, mobile, password = 'seven quiet otters' } = {}) => {
    const client = createClient()
    const number = ++personCount
    const address = email ?? (mobile === undefined ? `person${number}@example.com` : '')
    const to = address || (mobile ?? '')
    const target = address === '' ? { mobile: to } : { email: to }
    const type = address === '' ? 1 : 16
    const sent = await retryWhileBusy(() => client.call(sendCode, { ...target, type }))
    if (sent.error !== undefined) throw new Error(`no code was sent: ${sent.error}`)
    const code = await codeFor(to)
    const answer = await retryWhileBusy(() =>
      address === ''
        ? client.call(mobileRegister, { mobile: to, code, password })
        : client.call(emailRegister, { email: to, code, password }),
    )
    if (answer.error !== undefined) throw new Error(`no account was made: ${answer.error}`)
    return {
      client,
      userId: String(answer.data.user_id_str),
      email: address,
      mobile: mobile ?? '',
      password,
    }
  }
}
