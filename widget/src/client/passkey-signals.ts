import type { PasskeySignal } from '#protocol/passkeys.ts'

/** Tells the authenticators which passkeys each user handle has, and its names, as far as the browser can. */
export async function signalPasskeys(signals: readonly PasskeySignal[]): Promise<void> {
  for (const signal of signals) {
    const { rp_id: rpId, user_handle: userId, credential_ids: allAcceptedCredentialIds } = signal
    const names = { name: signal.name, displayName: signal.display_name }
    await quietly(() =>
      PublicKeyCredential.signalAllAcceptedCredentials?.({
        rpId,
        userId,
        allAcceptedCredentialIds,
      }),
    )
    await quietly(() => PublicKeyCredential.signalCurrentUserDetails?.({ rpId, userId, ...names }))
  }
}

/** Tells the authenticators that no account has a passkey; they may delete it for good. */
export function signalUnknown(rpId: string, credentialId: string): Promise<void> {
  return quietly(() => PublicKeyCredential.signalUnknownCredential?.({ rpId, credentialId }))
}

// Advice for password managers: the page is as right without it.
async function quietly(tell: () => Promise<void> | undefined): Promise<void> {
  if (typeof PublicKeyCredential !== 'function') return
  try {
    await tell()
  } catch (error) {
    // oxlint-disable-next-line no-console
    console.debug('passport: the browser took no news of passkeys:', error)
  }
}
