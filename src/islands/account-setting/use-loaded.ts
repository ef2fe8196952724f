import { useCallback, useEffect, useState } from 'react'
import { useAccountPage } from './context.ts'
import { describeProblem, isSignedOut } from './problem.ts'

interface Loaded {
  step: 'loading' | 'failed' | 'ready'
  retry: () => void
}

/** Loads a section's data on mount; `load` must be stable. */
export function useLoaded(load: () => Promise<void>): Loaded {
  const { account, failed, messages } = useAccountPage()
  const [step, setStep] = useState<Loaded['step']>('loading')
  useEffect(() => {
    if (step !== 'loading') return
    load().then(
      () => setStep('ready'),
      (error: unknown) => {
        if (isSignedOut(error)) account.leave()
        else {
          setStep('failed')
          failed.join(describeProblem(error, messages))
        }
      },
    )
  }, [load, step, account, failed, messages])
  return { step, retry: useCallback(() => setStep('loading'), []) }
}
