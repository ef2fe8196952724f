import type { User } from '#protocol/objects.ts'
import { toLanguage } from '#protocol/languages.ts'
import { createClient, type Client } from '../client/create-client.ts'
import { endSession, findSession } from './session.ts'

/** Returns who is signed in at an account server, or undefined for nobody. */
export function session(server: string, aid: number): Promise<User | undefined> {
  return findSession(clientOf(server, aid))
}

/** Ends the session of this browser at an account server. */
export function signOut(server: string, aid: number): Promise<void> {
  return endSession(clientOf(server, aid))
}

function clientOf(server: string, aid: number): Client {
  return createClient({ aid, server, language: toLanguage(navigator.language) })
}
