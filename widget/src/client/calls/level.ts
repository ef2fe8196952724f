import type { Call } from '#protocol/endpoint.ts'
import { raiseSession } from '#protocol/web/session.ts'
import { isRejection } from '../errors.ts'
import type { Send } from './send.ts'

/** Raises the session to an assurance level; the client asks the person for the second proof. */
export async function raiseTo(send: Send, level: number) {
  await raise(send, { required_level: level === 3 ? 3 : 2 })
}

/** Has the session follow the rules of the organization of a membership, in the same way. */
export async function raiseFor(send: Send, membershipId: string) {
  await raise(send, { user_identity_id: membershipId })
}

// Another tab may have put a raised session in place of this one; then nothing is asked for any more.
async function raise(send: Send, call: Call<typeof raiseSession>): Promise<void> {
  try {
    await send(raiseSession, call)
  } catch (error) {
    if (!isRejection(error, 'session_expired')) throw error
    await send(raiseSession, call)
  }
}

/** Makes a call, and once more with a session of the level that it is refused for. */
export async function withLevel<Answer>(send: Send, call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (!isRejection(error, 'level_unreachable')) throw error
    await raiseTo(send, Number(error.data.required_level))
    return await call()
  }
}
