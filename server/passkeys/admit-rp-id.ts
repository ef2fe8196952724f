import { ConfigError, type Config } from '../config/config.ts'
import type { SecretMarkRepository } from '../config/secret-marks.ts'
import type { PasskeyRepository } from '../store/passkey-repository.ts'
import { rpIdsOf } from './read-authenticator-data.ts'

const MARK = 'PASSKEY_RP_ID'

/** Remembers the RP ID of a database. @throws ConfigError when a change of it would cut people off */
export async function admitRpId(
  marks: SecretMarkRepository,
  passkeys: Pick<PasskeyRepository, 'byRpId'>,
  config: Pick<Config, 'hasPasskeys' | 'PASSKEY_FORMER_RP_IDS' | 'PASSKEY_RP_ID'>,
): Promise<void> {
  if (!config.hasPasskeys) return
  const present = config.PASSKEY_RP_ID
  if ((await marks.all()).get(MARK) === present) return
  const kept = new Set(rpIdsOf(config))
  const lost = (await passkeys.byRpId()).find(({ rpId }) => !kept.has(rpId))
  if (lost !== undefined) {
    throw new ConfigError(
      `PASSKEY_RP_ID is "${present}", but what belongs to "${lost.rpId}" would no longer work (passkeys: ${lost.count}, of accounts: ${lost.accounts}); set PASSKEY_RP_ID to that, or add it to PASSKEY_FORMER_RP_IDS.`,
    )
  }
  await marks.replace(MARK, present)
}
