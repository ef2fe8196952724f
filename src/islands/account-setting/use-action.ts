import { useRef, useState } from 'react'
import { toast } from 'react-hot-toast/headless'
import { useAccountPage } from './context.ts'
import { createFailureNotice, type FailureNotice } from './failure-notice.ts'
import { describeProblem, isSignedOut } from './problem.ts'

interface Action {
  isRunning: boolean
  /**
   * Runs a call unless one is running, then shows `done`; returns false and shows a notice on
   * failure.
   */
  run(call: () => Promise<void>, done: string | undefined): Promise<boolean>
}

/** An action with its notices; pass `failure` where the notice outlives the component. */
export function useAction(failure?: FailureNotice): Action {
  const { account, messages } = useAccountPage()
  const [isRunning, setRunning] = useState(false)
  const isBusy = useRef(false)
  const [failed] = useState(() => failure ?? createFailureNotice())
  return {
    isRunning,
    async run(call, done) {
      if (isBusy.current) return false
      isBusy.current = true
      setRunning(true)
      failed.clear()
      try {
        await call()
        if (done !== undefined) toast.success(done)
        return true
      } catch (error) {
        if (isSignedOut(error)) account.leave()
        else failed.show(describeProblem(error, messages))
        return false
      } finally {
        isBusy.current = false
        setRunning(false)
      }
    },
  }
}
