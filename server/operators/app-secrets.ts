import { hash as digest, randomBytes } from 'node:crypto'
import { OperatorError } from '../lib/operator-error.ts'
import { hashToken, makeToken } from '../lib/tokens.ts'
import type { Services } from '../services/services.ts'
import { lockApp } from './change-app.ts'

/** Two, so that servers can change from one to the other. */
const MAX_SECRETS = 2
const ID_LENGTH = 8
const SITE_SECRET_BYTES = 32

/** Makes a secret by which servers of an application prove what they are; it is returned here alone. @throws OperatorError */
export async function addAppSecret(
  { transaction }: Services,
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
  { appSecrets }: Services,
  aid: number,
  id: string,
): Promise<void> {
  if (await appSecrets.remove(aid, id)) return
  throw new OperatorError('unknown', 'appSecret', aid, id)
}

/** Makes the secret with which a site's server checks captcha tickets; the old one ends. @throws OperatorError */
export async function renewCaptchaSecret({ transaction }: Services, aid: number): Promise<string> {
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
