import { useEffect, useState, type ReactElement } from 'react'
import { sectionNames } from './section-names.ts'
import type { SettingMessages } from './messages.ts'

/** Links to the sections: beside them on wide screens, above them on a phone. */
export function Navigation(props: {
  messages: SettingMessages
  /** Whether the sections are still loading. */
  isWaiting?: boolean
}): ReactElement {
  const { messages, isWaiting } = props
  const here = useSectionInView()
  useEffect(() => {
    // The section that the address names did not exist yet when the browser looked for it.
    const isNamed = sectionNames.some((name) => `#${name}` === location.hash)
    if (!isWaiting && isNamed) location.replace(location.hash)
  }, [isWaiting])
  return (
    <nav className="account-rail" aria-label={messages.sections}>
      <ul className="plain">
        {sectionNames.map((name) => (
          <li key={name} data-section={name}>
            <a
              href={isWaiting ? undefined : `#${name}`}
              aria-current={name === here ? 'true' : undefined}
            >
              {messages[name].title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Returns the section being read: the last one whose top is in the upper third of the screen. */
function useSectionInView(): string {
  const [here, setHere] = useState<string>(sectionNames[0])
  useEffect(() => {
    const look = (): void => {
      const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2
      const shown = sectionNames.filter((name) => {
        const section = document.getElementById(name)
        return section !== null && section.getBoundingClientRect().top < innerHeight / 3
      })
      setHere((isAtEnd ? sectionNames : shown).at(-1) ?? sectionNames[0])
    }
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  return here
}
