import { hash as digest, randomBytes } from 'node:crypto'
import type { Clock } from '../lib/clock.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { hashToken, makeToken } from '../lib/tokens.ts'
import type { AppRepository } from '../store/app-repository.ts'
import type { AppSecretRepository } from '../store/app-secret-repository.ts'
import type { Transaction } from '../store/transaction.ts'
import { lockApp } from './change-app.ts'

export interface AppSecretServices {
  appSecrets: AppSecretRepository
  clock: Clock
  registeredApps: AppRepository
  transaction: Transaction<AppSecretServices>
}

/** Two, so that servers can change from one to the other. */
const MAX_SECRETS = 2
const ID_LENGTH = 8
const SITE_SECRET_BYTES = 32

/** Makes a secret by which servers of an application prove what they are; it is returned here alone. @throws OperatorError */
export async function addAppSecret(
  { transaction }: Pick<AppSecretServices, 'transaction'>,
  aid: number,
): Promise<{ id: string; secret: string }> {
  const secret = makeToken()
  const hash = hashToken(secret)
  const id = hash.slice(0, ID_LENGTH)
  await transaction(async ({ appSecrets, clock, registeredApps }) => {
    // So that two operators do not both add the last one.
    await lockApp(registeredApps, aid)
    if ((await appSecrets.list(aid)).length >= MAX_SECRETS) {
      throw new OperatorError('conflict', 'appSecrets', aid, MAX_SECRETS)
    }
    await appSecrets.insert({ hash, aid, id, createdAt: clock() })
  })
  return { id, secret }
}

/** Ends a secret at once. @throws OperatorError */
export async function endAppSecret(
  { appSecrets }: Pick<AppSecretServices, 'appSecrets'>,
  aid: number,
  id: string,
): Promise<void> {
  if (await appSecrets.remove(aid, id)) return
  throw new OperatorError('unknown', 'appSecret', aid, id)
}

/** Makes the secret with which a site's server checks captcha tickets; the old one ends. @throws OperatorError */
export async function renewCaptchaSecret(
  { transaction }: Pick<AppSecretServices, 'transaction'>,
  aid: number,
): Promise<string> {
  const secret = `${aid}.${randomBytes(SITE_SECRET_BYTES).toString('base64url')}`
  await transaction(async ({ registeredApps }) => {
    const app = await lockApp(registeredApps, aid)
    const settings = { ...app.settings, captcha_secret: hashSiteSecret(secret) }
    await registeredApps.update({ ...app, settings })
  })
  return secret
}

/** Returns the stored hash of that secret. */
export function hashSiteSecret(secret: string): string {
  return `sha256:${digest('sha256', secret, 'hex')}`
}
