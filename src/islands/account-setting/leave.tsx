import { useState, type ReactElement } from 'react'
import { toast } from 'react-hot-toast/headless'
import { logout } from '#protocol/web/session.ts'
import { pathIn } from '../../lib/languages.ts'
import { useAccountPage } from './context.ts'
import { describeProblem, isSignedOut } from './problem.ts'

/** Button that signs out and goes to the sign-out page. */
export function Leave(): ReactElement {
  const { instance, lang, messages } = useAccountPage()
  const [isLeaving, setLeaving] = useState(false)

  async function leave(): Promise<void> {
    if (isLeaving) return
    setLeaving(true)
    try {
      await instance.client().send(logout, {})
    } catch (error) {
      if (!isSignedOut(error)) {
        setLeaving(false)
        toast.error(describeProblem(error, messages))
        return
      }
    }
    location.assign(`${pathIn(lang, '/sign-out')}#done`)
  }

  return (
    <button className="button small quiet" aria-disabled={isLeaving} onClick={() => void leave()}>
      {messages.leave.button}
    </button>
  )
}
