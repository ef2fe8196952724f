import type { Call } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import { hashToken, isToken } from '../lib/tokens.ts'
import type { AppSecretRepository } from '../store/app-secret-repository.ts'

/** Requires a secret of the application in the header Authorization. @throws app_secret_invalid */
export async function requireAppSecret({
  app,
  header,
  services,
}: Pick<Call<{ appSecrets: AppSecretRepository }>, 'app' | 'header' | 'services'>): Promise<void> {
  const secret = /^Bearer +([\w-]+)$/i.exec(header('authorization') ?? '')?.[1] ?? ''
  if (!isToken(secret) || !(await services.appSecrets.has(app.aid, hashToken(secret)))) {
    throw new PassportError('app_secret_invalid')
  }
}
