import { ConfigError, type Config } from '../config/config.ts'
import type { SecretMarkRepository } from '../config/secret-marks.ts'
import type { PasskeyRepository } from '../store/passkey-repository.ts'

const MARK = 'PASSKEY_RP_ID'

/**
 * Remembers the RP ID of a database. @throws ConfigError when another one would cut people off, whose
 * passkeys belong to the one before
 */
export async function admitRpId(
  marks: SecretMarkRepository,
  passkeys: Pick<PasskeyRepository, 'hasAny'>,
  config: Pick<Config, 'hasPasskeys' | 'PASSKEY_FORMER_RP_IDS' | 'PASSKEY_RP_ID'>,
): Promise<void> {
  if (!config.hasPasskeys) return
  const { PASSKEY_FORMER_RP_IDS: former, PASSKEY_RP_ID: present } = config
  const before = (await marks.all()).get(MARK)
  if (before === present) return
  if (before !== undefined && !former.includes(before) && (await passkeys.hasAny(before))) {
    throw new ConfigError(
      `PASSKEY_RP_ID is "${present}", but passkeys of this database belong to "${before}" and would no longer work; set PASSKEY_RP_ID to that, or add it to PASSKEY_FORMER_RP_IDS.`,
    )
  }
  await marks.replace(MARK, present)
}
