import { useEffect, type ReactElement } from 'react'
import { pathIn, type Lang } from '../../lib/languages.ts'
import { StatePanel } from './state-panel.tsx'

interface Props {
  messages: { title: string; text: string; button: string }
  lang: Lang
  /** Return URL after signing in. */
  next: string
}

/** Asks to sign in; the header follows, since the session may have ended elsewhere. */
export function SignedOut({ messages, lang, next }: Props): ReactElement {
  useEffect(() => {
    document.dispatchEvent(new Event('session-change'))
    // The page before was longer and may have been scrolled.
    scrollTo({ top: 0 })
  }, [])
  return (
    <StatePanel messages={messages}>
      <a className="button" href={`${pathIn(lang, '/login')}?next=${encodeURIComponent(next)}`}>
        {messages.button}
      </a>
    </StatePanel>
  )
}
