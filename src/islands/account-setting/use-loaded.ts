import { useCallback, useEffect, useState } from 'react'
import toast from 'react-hot-toast/headless'
import { useAccountPage } from './context.ts'
import { describeProblem, isSignedOut } from './problem.ts'

interface Loaded {
  step: 'loading' | 'failed' | 'ready'
  retry: () => void
}

/** Fetches what a section shows as soon as it is there; `load` has to stay the same. */
export function useLoaded(load: () => Promise<void>): Loaded {
  const { account, words } = useAccountPage()
  const [step, setStep] = useState<Loaded['step']>('loading')
  useEffect(() => {
    if (step !== 'loading') return
    load().then(
      () => setStep('ready'),
      (error: unknown) => {
        if (isSignedOut(error)) account.leave()
        else {
          setStep('failed')
          const text = describeProblem(error, words)
          // Once, where several parts of the page fail alike.
          toast.error(text, { id: text })
        }
      },
    )
  }, [load, step, account, words])
  return { step, retry: useCallback(() => setStep('loading'), []) }
}
