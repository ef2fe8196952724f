import { Secret, TOTP } from 'otpauth'
import { addTotp, beginTotp } from '#protocol/web/methods.ts'
import { stepOf } from '../../server/authenticator-apps/totp.ts'
import type { Answer, Client } from './client.ts'
import type { TestServer } from './test-server.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The bytes of the secret that a person typed in. */
export function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((one) => BASE32.indexOf(one).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
}

/** The code of a step (RFC 6238). */
export function codeAt(bytes: Buffer, step: number): string {
  const secret = new Secret({ buffer: Uint8Array.from(bytes).buffer })
  return new TOTP({ secret }).generate({ timestamp: step * 30_000 })
}

/** The code that an app shows for the secret which a person typed in, so many half minutes from now. */
export function codeOf(server: TestServer, secret: string, steps = 0): string {
  return codeAt(bytesOf(secret), stepOf(server.clock.now()) + steps)
}

/**
 * Adds an authenticator app, with recovery codes if there were none, by default to an account that does
 * not demand it; its next code comes half a minute later.
 */
export async function addApp(
  server: TestServer,
  client: Client,
  name = 'Phone',
  required_level: 1 | 2 = 1,
): Promise<{ secret: string; added: Answer; codes: string[] }> {
  const { data } = await client.call(beginTotp, {})
  const { add_ticket, secret } = data
  const code = codeOf(server, secret)
  const added = await client.call(addTotp, { add_ticket, name, code, required_level })
  server.clock.passSeconds(30)
  return { secret, added, codes: added.data.recovery_codes ?? [] }
}
