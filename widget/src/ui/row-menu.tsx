import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { partProps } from './part-props.ts'

/** An action of a row. */
export interface MenuItem {
  text: string
  isDanger?: boolean
  run: () => void
}

/** The other actions of a row, behind one button; nothing without actions. */
export function RowMenu(props: {
  /** Names the row for screen readers. */
  label: string
  items: readonly MenuItem[]
}): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    if (!isOpen) return
    menu.current?.querySelector('button')?.focus()
    menu.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])

  function close(): void {
    button.current?.focus()
    setOpen(false)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const items = [...(menu.current?.querySelectorAll('button') ?? [])]
    const at = items.findIndex((one) => one === event.target)
    const places: Record<string, number> = {
      ArrowDown: (at + 1) % items.length,
      ArrowUp: (at - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    }
    // Tab moves on from the button.
    if (event.key === 'Tab') close()
    else if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    }
    const next = places[event.key]
    if (next === undefined) return
    event.preventDefault()
    items[next]?.focus()
  }

  if (props.items.length === 0) return null
  return (
    <div
      {...partProps('row-menu')}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false)
      }}
    >
      <button
        type="button"
        {...partProps('icon')}
        ref={button}
        aria-label={props.label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        // Keeps the focus in an open menu, so that the click closes it.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => (isOpen ? close() : setOpen(true))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        <span aria-hidden="true">⋯</span>
      </button>
      {isOpen && (
        <div
          {...partProps('menu')}
          id={id}
          ref={menu}
          role="menu"
          tabIndex={-1}
          aria-label={props.label}
          onKeyDown={onKeyDown}
        >
          {props.items.map(({ text, isDanger, run }) => (
            <button
              key={text}
              type="button"
              {...partProps('menu-item', isDanger && 'menu-danger')}
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                // A dialog gives the focus back to the button.
                close()
                run()
              }}
            >
              {text}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
