import { useEffect, type ReactElement } from 'react'
import { pathIn, type Lang } from '../../lib/languages.ts'
import { StatePanel } from './state-panel.tsx'

interface Props {
  words: { title: string; text: string; button: string }
  lang: Lang
  /** Where to come back to. */
  next: string
}

/** Asks to sign in, and lets the header do so as well: the session may have been ended elsewhere. */
export function SignedOut({ words, lang, next }: Props): ReactElement {
  useEffect(() => {
    document.dispatchEvent(new Event('session-change'))
    // The page that was here was longer, and may have been read further down.
    scrollTo({ top: 0 })
  }, [])
  return (
    <StatePanel words={words}>
      <a className="button" href={`${pathIn(lang, '/login')}?next=${encodeURIComponent(next)}`}>
        {words.button}
      </a>
    </StatePanel>
  )
}
