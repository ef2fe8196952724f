import { useEffect, useRef, useState, type ReactNode } from 'react'
import { judgePassword } from './flows/password-strength.ts'
import { joinSentences } from './flows/join-sentences.ts'
import strengthCss from '../styles/strength.css'
import { lateSheet } from '../base/adopt.ts'
import { useMessages } from './frame.tsx'
import { partProps } from './part-props.ts'

const adoptStrength = lateSheet(strengthCss)

/**
 * Says how good a new password is while it is typed into the field inside, and why not; nothing
 * before the first letter. It listens to the field and does not store its text.
 */
export function WithStrength(props: {
  /** Words about the person, which nobody should build a password from. */
  personal: readonly string[]
  children: ReactNode
}): ReactNode {
  const { common, strength: t } = useMessages()
  const box = useRef<HTMLDivElement>(null)
  const [judged, setJudged] = useState<ReturnType<typeof judgePassword>>()
  const [resets, setResets] = useState(0)
  const text = judged && [t.levels[judged.strength], judged.weakness && t.reasons[judged.weakness]]
  useEffect(() => {
    const form = box.current?.closest('form')
    const forget = (): void => {
      setJudged(undefined)
      setResets((count) => count + 1)
    }
    form?.addEventListener('reset', forget)
    return () => form?.removeEventListener('reset', forget)
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only listens
    <div
      {...partProps('strength')}
      ref={(node) => {
        box.current = node
        adoptStrength(node)
      }}
      onInput={({ target }) => {
        if (!(target instanceof HTMLInputElement)) return
        setJudged(target.value === '' ? undefined : judgePassword(target.value, props.personal))
      }}
    >
      {props.children}
      {judged && (
        <span {...partProps('strength-bars', `strength-${judged.strength}`)} aria-hidden="true">
          {[1, 2, 3, 4].map((level) => (
            <i key={level} {...partProps('strength-bar')} />
          ))}
        </span>
      )}
      {/* A new element after a reset, because WebKit then restores the text of the old one. */}
      <output key={resets} {...partProps('hint')}>
        {text && joinSentences(common, ...text)}
      </output>
    </div>
  )
}
