import type { AuthenticatorAppRepository } from '../store/authenticator-app-repository.ts'
import type { PasskeyRepository } from '../store/passkey-repository.ts'

/** What holds the methods that recovery codes stand in for. */
export interface MethodServices {
  authenticatorApps: Pick<AuthenticatorAppRepository, 'of'>
  passkeys: Pick<PasskeyRepository, 'of'>
}

/** Whether an account has a method that recovery codes stand in for. */
export async function needsRecoveryCodes(
  { authenticatorApps, passkeys }: MethodServices,
  accountId: string,
): Promise<boolean> {
  if ((await authenticatorApps.of(accountId)).length > 0) return true
  return (await passkeys.of(accountId)).length > 0
}
