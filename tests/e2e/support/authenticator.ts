import type { CDPSession, Locator, Page } from 'playwright/test'

declare global {
  /** Whether the page has asked for a passkey in the list of a field. */
  var isWaitingForPasskey: boolean | undefined
}

/** Time until the authenticator has what a page asks for. */
const DEVICE_MS = 500

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
  await page.addInitScript(() => {
    const get = navigator.credentials.get.bind(navigator.credentials)
    navigator.credentials.get = (options) => {
      if (options?.mediation === 'conditional') globalThis.isWaitingForPasskey = true
      return get(options)
    }
  })
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
 * Presses a button that asks for a passkey, with an authenticator that answers. It would also answer what
 * the page then begins to wait for by itself, so that has to have begun before.
 */
export async function pressAndAnswer(button: Locator, authenticator: Authenticator): Promise<void> {
  await button.page().waitForFunction(() => globalThis.isWaitingForPasskey)
  await button.page().waitForTimeout(DEVICE_MS)
  await authenticator.answers(true)
  await button.click()
}
