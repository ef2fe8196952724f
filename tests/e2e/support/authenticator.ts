import { expect, type CDPSession, type Locator, type Page } from 'playwright/test'

/** An authenticator that Chromium simulates for one page. */
export interface Authenticator {
  /** Names and ids of the passkeys that it keeps. */
  passkeys(): Promise<{ credentialId: string; userName?: string; userDisplayName?: string }[]>
  /** Whether it answers at once; otherwise requests wait. */
  answers(isPresent: boolean): Promise<void>
  /** Whether it recognizes the person. */
  recognizes(isVerified: boolean): Promise<void>
  /** Forgets a passkey. */
  forget(credentialId: string): Promise<void>
  cdp: CDPSession
}

/** Gives a page a fingerprint reader that keeps passkeys. */
export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    cdp,
    passkeys: async () =>
      (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    answers: async (enabled) => {
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
    recognizes: async (isUserVerified) => {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    forget: async (credentialId) => {
      await cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId })
    },
  }
}

/**
 * Presses a button that asks for a passkey, and answers only then: an earlier answer would be one to what
 * the page waits for by itself, which ends with the press.
 */
export async function pressAndAnswer(button: Locator, authenticator: Authenticator): Promise<void> {
  await button.click()
  await expect(button).toBeDisabled()
  await authenticator.answers(true)
}
