import { useEffect, useId, useRef, type ReactElement, type ReactNode, type RefObject } from 'react'
import type { SectionName } from './section-names.ts'

interface Props {
  /** Anchor of the section. */
  name: SectionName
  title: string
  text: string
  children: ReactNode
}

/** A titled section of the account page. */
export function Section({ name, title, text, children }: Props): ReactElement {
  const id = useId()
  const body = useRef<HTMLDivElement>(null)
  useSaidInView(body)
  return (
    <section className="setting" id={name} aria-labelledby={id} tabIndex={-1}>
      <div className="setting-head">
        <h2 id={id}>{title}</h2>
        <p>{text}</p>
      </div>
      <div className="setting-body" ref={body}>
        {children}
      </div>
    </section>
  )
}

/** Scrolls new notices of a form into view once somebody has used the form. */
function useSaidInView(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = place
    if (current === null) return undefined
    const known = new WeakMap<Element, string>()
    let isUsed = false
    const use = (): void => {
      isUsed = true
    }
    const observer = new MutationObserver(() => {
      for (const notice of current.querySelectorAll('.pl-notice')) {
        const text = notice.textContent
        const isNews = text !== '' && text !== known.get(notice)
        if (isUsed && isNews) notice.scrollIntoView({ block: 'nearest' })
        known.set(notice, text)
      }
    })
    observer.observe(current, { childList: true, characterData: true, subtree: true })
    current.addEventListener('click', use)
    return () => {
      observer.disconnect()
      current.removeEventListener('click', use)
    }
  }, [place])
}
