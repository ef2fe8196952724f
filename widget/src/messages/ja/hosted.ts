import type { Messages } from '../messages.ts'

/** Messages of signing in on a page of the account server, in Japanese. */
export const hosted: Messages['hosted'] = {
  text: (host) => `${host}でサインインすると、このページに戻ります。`,
  proceed: '続ける',
}
