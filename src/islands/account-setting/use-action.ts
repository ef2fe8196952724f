import { useRef, useState } from 'react'
import toast from 'react-hot-toast/headless'
import { PassportError } from '../../../widget/src/client/index.ts'
import { useAccountPage } from './context.ts'
import { describeProblem } from './problem.ts'

/** Shows a refusal of the server at the field it is about; false where no field is to blame. */
type ShowAtField = (refusal: PassportError) => boolean

interface Action {
  isRunning: boolean
  /**
   * Runs a call once at a time and says `done`, where there is something to say. A problem becomes a notice and answers false, unless `showAtField`
   * says that it has found a better place for it.
   */
  run(
    call: () => Promise<void>,
    done: string | undefined,
    showAtField?: ShowAtField,
  ): Promise<boolean>
}

/** One thing a person can start on the page, with its notices. */
export function useAction(): Action {
  const { words } = useAccountPage()
  const [isRunning, setRunning] = useState(false)
  const isBusy = useRef(false)
  return {
    isRunning,
    async run(call, done, showAtField) {
      if (isBusy.current) return false
      isBusy.current = true
      setRunning(true)
      try {
        await call()
        if (done !== undefined) toast.success(done)
        return true
      } catch (error) {
        const isShown = error instanceof PassportError && showAtField?.(error)
        if (!isShown) toast.error(describeProblem(error, words))
        return false
      } finally {
        isBusy.current = false
        setRunning(false)
      }
    },
  }
}
