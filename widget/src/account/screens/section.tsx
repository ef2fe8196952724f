import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import type { AccountSectionName } from '../../base/account-pages.ts'
import { FrameProvider, useFrame } from '../../ui/frame.tsx'
import { partProps } from '../../ui/part-props.ts'
import { RowButton } from '../../ui/row-button.tsx'
import { Cancel, Row } from './account/parts.tsx'
import { useRoom } from './room.tsx'

/** A titled section of a page; it takes the focus when the address names it, and when what had it disappears. */
export function Section(props: {
  name: AccountSectionName
  title: string
  text: string
  children: ReactNode
}): ReactNode {
  const { prefix } = useFrame()
  const { room } = useRoom()
  const section = useRef<HTMLElement>(null)
  const id = `${prefix}-section-${props.name}`
  const place = useStore(room.$place)
  useEffect(() => {
    if (place.section === props.name) section.current?.focus()
  }, [place, props.name])
  useEffect(() => {
    const own = section.current
    if (own === null) return undefined
    let had: Node | undefined
    own.addEventListener('focusin', ({ target }) => {
      had = target as Node
    })
    // A row that goes takes the focus along, also the one that a closing dialog gives back.
    const observer = new MutationObserver(() => {
      const isLost = had?.isConnected === false && document.activeElement === document.body
      if (isLost) own.focus({ preventScroll: true })
    })
    observer.observe(own.getRootNode(), { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  return (
    <section
      {...partProps('section')}
      data-name={props.name}
      aria-labelledby={id}
      tabIndex={-1}
      ref={section}
    >
      <div {...partProps('section-head')}>
        <h3 {...partProps('section-title')} id={id}>
          {props.title}
        </h3>
        <p {...partProps('text', 'intro')}>{props.text}</p>
      </div>
      <div {...partProps('section-body')}>{props.children}</div>
    </section>
  )
}

/** A row with a value and one button, which opens a form in its place. */
export function Editable(props: {
  label: string
  value: ReactNode
  /** Name of the button, where it is not "Change". */
  button?: string
  /** The form; `close` ends it, and says what came of it. */
  children: (close: (done?: string) => void) => ReactNode
}): ReactNode {
  const { room, t } = useRoom()
  const frame = useFrame()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isOpen) form.current?.querySelector<HTMLElement>(FIELDS)?.focus()
  }, [isOpen])

  function close(done = ''): void {
    setOpen(false)
    setWasOpen(true)
    room.showNotice(done)
  }

  if (!isOpen) {
    return (
      <Row label={props.label} value={props.value}>
        <RowButton
          label={props.button ?? t.changeOf(props.label)}
          hasFocus={wasOpen}
          onClick={() => setOpen(true)}
        >
          {props.button ?? t.change}
        </RowButton>
      </Row>
    )
  }
  return (
    <li {...partProps('row', 'row-open')}>
      <div {...partProps('edit')} ref={form}>
        <span {...partProps('label')}>{props.label}</span>
        {/* Two open rows may have fields of the same name. */}
        <FrameProvider frame={{ ...frame, prefix: `${frame.prefix}${id}` }}>
          {props.children(close)}
        </FrameProvider>
        <Cancel onClick={() => close()} />
      </div>
    </li>
  )
}

const FIELDS = 'input:not([tabindex="-1"], [type="hidden"]), textarea, select'

/** Adds to an action what ends its form when it is done. */
export function ending<Given extends unknown[]>(
  act: (...given: Given) => Promise<boolean>,
  onDone: () => void,
): (...given: Given) => Promise<boolean> {
  return async (...given) => {
    const isDone = await act(...given)
    if (isDone) onDone()
    return isDone
  }
}
