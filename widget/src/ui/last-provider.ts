import { useSyncExternalStore } from 'react'
import { lastProvider } from '../base/last-provider.ts'

/** Returns the provider used last in this browser, or `passkey`; empty at first, as in prepared markup. */
export function useLastProvider(): string {
  return useSyncExternalStore(subscribeToNothing, lastProvider, () => '')
}

// It changes only when somebody signs in, which leaves this page.
function subscribeToNothing(): () => void {
  return () => undefined
}
