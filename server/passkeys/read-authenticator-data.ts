import { hash } from 'node:crypto'
import type { Config } from '../config/config.ts'
import { refused } from './read-client-data.ts'

/** Length of the part that every authenticator sends: hash, flags and counter (WebAuthn, 6.1). */
const HEAD_BYTES = 37

const FLAGS = { userPresent: 1, userVerified: 4, backupEligible: 8, backedUp: 16 }

/** Returns every RP ID whose passkeys work, the present one first. */
export function rpIdsOf(config: Pick<Config, 'PASSKEY_RP_ID' | 'PASSKEY_FORMER_RP_IDS'>): string[] {
  return [config.PASSKEY_RP_ID, ...config.PASSKEY_FORMER_RP_IDS]
}

/** Returns the head of authenticator data of a person who was verified, for one of these domains. @throws passkey_refused */
export function readAuthenticatorData(bytes: Uint8Array, rpIds: readonly string[]) {
  if (bytes.length < HEAD_BYTES) throw refused()
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES))
  const rpIdHash = head.toString('hex', 0, 32)
  const rpId = rpIds.find((one) => hash('sha256', one, 'hex') === rpIdHash)
  const flags = head.readUInt8(32)
  const has = (flag: number): 0 | 1 => ((flags & flag) === 0 ? 0 : 1)
  const [isBackupEligible, isBackedUp] = [has(FLAGS.backupEligible), has(FLAGS.backedUp)]
  if (rpId === undefined) throw refused('domain')
  if (!has(FLAGS.userPresent) || !has(FLAGS.userVerified)) throw refused('unverified')
  if (isBackedUp > isBackupEligible) throw refused()
  return { rpId, counter: head.readUInt32BE(33), isBackupEligible, isBackedUp }
}
