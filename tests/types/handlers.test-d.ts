// Nothing here runs: that it compiles is the assertion.
import type { listSessions, logout, revokeSession, tokenBeat } from '../../protocol/web/session.ts'
import type { passwordLogin } from '../../protocol/web/login.ts'
import type { Handlers } from '../../server/endpoints/handler.ts'
import type { Client } from '../../widget/src/client/index.ts'

/** Some endpoints of a group, so that a new one changes nothing here. */
type Endpoints = {
  logout: typeof logout
  tokenBeat: typeof tokenBeat
  listSessions: typeof listSessions
  revokeSession: typeof revokeSession
}

const handlers: Handlers<Endpoints> = {
  logout: () => ({}),
  tokenBeat: () => ({ session_expires_at: 0 }),
  listSessions: ({ page, page_size }) => ({ list: [], total: 0, page, page_size, has_more: false }),
  revokeSession: () => ({}),
}

// @ts-expect-error a handler is missing
export const missing: Handlers<Endpoints> = {
  logout: handlers.logout,
  tokenBeat: handlers.tokenBeat,
  listSessions: handlers.listSessions,
}

export const misnamed: Handlers<Endpoints> = {
  ...handlers,
  // @ts-expect-error no row has this name
  logOut: handlers.logout,
}

export const wrongReply: Handlers<Endpoints> = {
  ...handlers,
  // @ts-expect-error the reply has a number
  tokenBeat: () => ({ session_expires_at: 'soon' }),
}

export const wrongPayload: Handlers<Endpoints> = {
  ...handlers,
  // @ts-expect-error the row has no such field
  revokeSession: ({ session }) => (session === '' ? {} : {}),
}

declare const client: Client
declare const login: typeof passwordLogin

export async function calls(): Promise<string> {
  // @ts-expect-error a password sign-in without a password
  await client.send(login, { account: 'ann' })
  // @ts-expect-error the row has no such field
  await client.send(login, { account: 'ann', password: 'x', pin: '1' })
  const user = await client.send(login, { account: 'ann', password: 'x' })
  // @ts-expect-error the reply has no such field
  const hash: unknown = user.password_hash
  return `${user.sec_user_id} ${String(hash)}`
}
