import { useRef, useState } from 'react'
import toast from 'react-hot-toast/headless'
import { useAccountPage } from './context.ts'
import { describeProblem } from './problem.ts'

interface Action {
  isRunning: boolean
  /** Runs a call once at a time; a problem becomes a notice and answers false. */
  run(call: () => Promise<void>, done: string): Promise<boolean>
}

/** One thing a person can start on the page, with its notices. */
export function useAction(): Action {
  const { words } = useAccountPage()
  const [isRunning, setRunning] = useState(false)
  const isBusy = useRef(false)
  return {
    isRunning,
    async run(call, done) {
      if (isBusy.current) return false
      isBusy.current = true
      setRunning(true)
      try {
        await call()
        toast.success(done)
        return true
      } catch (error) {
        toast.error(describeProblem(error, words))
        return false
      } finally {
        isBusy.current = false
        setRunning(false)
      }
    },
  }
}
