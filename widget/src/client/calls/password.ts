import { changePassword } from '#protocol/web/password.ts'
import type { Send } from './send.ts'

/** Changes the password of an account that has one. */
export async function replacePassword(
  send: Send,
  { current, password }: { current: string; password: string },
) {
  await send(changePassword, { current_password: current, password })
}
