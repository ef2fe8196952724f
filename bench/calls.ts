import { account, visitor, type load } from './load.ts'

/** Returns the calls that benchmarks repeat, made by the browsers of `cookies`. */
export function callsOf(
  origin: string,
  cookies: readonly string[],
): Record<'check' | 'login' | 'sendCode', Parameters<typeof load>[1]> {
  const api = `${origin}/passport/web`
  let people = 0
  return {
    check: {
      url: origin,
      requests: cookies.map((cookie) => ({
        path: '/passport/web/account/info/v2?aid=1001',
        headers: { cookie },
      })),
    },
    login: {
      url: `${api}/user/login?aid=1001`,
      method: 'POST',
      headers: visitor,
      body: new URLSearchParams(account).toString(),
    },
    sendCode: {
      url: origin,
      requests: [
        {
          method: 'POST',
          path: '/passport/web/send_code?aid=1001',
          headers: visitor,
          setupRequest: (request: object) => ({
            ...request,
            body: `type=13&email=person${people++}%40example.com`,
          }),
        },
      ],
    },
  }
}
