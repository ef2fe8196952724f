import { useState, type ReactElement } from 'react'
import { toast } from 'react-hot-toast/headless'
import { logout } from '#protocol/web/session.ts'
import { pathIn } from '../../lib/languages.ts'
import { useAccountPage } from './context.ts'
import { describeProblem, isSignedOut } from './problem.ts'
import { Section } from './section.tsx'

/** Signs out and goes to the page that says so. */
export function Leave(): ReactElement {
  const { instance, lang, words } = useAccountPage()
  const [isLeaving, setLeaving] = useState(false)
  const t = words.leave

  async function leave(): Promise<void> {
    if (isLeaving) return
    setLeaving(true)
    try {
      await instance.client().send(logout, {})
    } catch (error) {
      if (!isSignedOut(error)) {
        setLeaving(false)
        toast.error(describeProblem(error, words))
        return
      }
    }
    location.assign(`${pathIn(lang, '/sign-out')}#done`)
  }

  return (
    <Section title={t.title} text={t.text}>
      <button className="button quiet" aria-disabled={isLeaving} onClick={() => void leave()}>
        {t.button}
      </button>
    </Section>
  )
}
