import type { Messages } from '../messages.ts'

/** Messages of signing in on a page of the account server, in Chinese. */
export const hosted: Messages['hosted'] = {
  text: (host) => `您将在 ${host} 登录，然后返回此页面。`,
  proceed: '继续',
}
