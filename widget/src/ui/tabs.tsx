import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useFrame } from './frame.tsx'
import { partProps } from './part-props.ts'

/** A choice between panels, moved with the arrow keys. */
export function Tabs<Name extends string>(props: {
  label: string
  tabs: readonly { name: Name; label: string; count?: string | undefined }[]
  chosen: Name
  onChoose: (name: Name) => void
  children: ReactNode
}): ReactNode {
  const { prefix } = useFrame()
  const list = useRef<HTMLDivElement>(null)

  function move(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }
    const forward = steps[event.key]
    if (forward === undefined) return
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    const step = isRightToLeft ? -forward : forward
    event.preventDefault()
    // Tabs that a style sheet hides are skipped.
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
    const shown = props.tabs.flatMap(({ name }, at) => {
      const button = buttons[at]
      return button?.checkVisibility() ? [{ name, button }] : []
    })
    const at = shown.findIndex(({ name }) => name === props.chosen)
    const next = shown[(at + step + shown.length) % shown.length]
    if (next === undefined) return
    props.onChoose(next.name)
    next.button.focus()
  }

  return (
    <>
      <div {...partProps('tabs', 'scripted')} role="tablist" aria-label={props.label} ref={list}>
        {props.tabs.map(({ name, label, count }) => (
          <button
            key={name}
            type="button"
            {...partProps('tab')}
            role="tab"
            id={`${prefix}-tab-${name}`}
            data-name={name}
            aria-selected={name === props.chosen}
            tabIndex={name === props.chosen ? 0 : -1}
            onClick={() => props.onChoose(name)}
            onKeyDown={move}
          >
            {label}
            {count !== undefined && <span {...partProps('tab-count')}> {count}</span>}
          </button>
        ))}
      </div>
      <div
        {...partProps('panel')}
        role="tabpanel"
        aria-labelledby={`${prefix}-tab-${props.chosen}`}
      >
        {props.children}
      </div>
    </>
  )
}
