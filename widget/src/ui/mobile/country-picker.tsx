// No element of HTML is a list to search in with the keyboard; the roles are those of the pattern.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events, jsx-a11y/role-has-required-aria-props */
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import mobileCss from '../../styles/mobile.css'
import { lateSheet } from '../../base/adopt.ts'
import { useFrame, useMessages } from '../frame.tsx'
import { partProps } from '../part-props.ts'
import { findCountries, type Country } from './countries.ts'

const adoptMobile = lateSheet(mobileCss)

/**
 * A button that says which country a number is of, and opens a list to search in: a combobox with a
 * list box, after the WAI-ARIA pattern. The focus stays in its text field.
 */
export function CountryPicker(props: {
  countries: readonly Country[]
  chosen: Country
  /** Opens with the list, such as in a gallery. */
  isOpen?: boolean
  onChoose: (country: string) => void
}): ReactNode {
  const t = useMessages().mobile
  const [isOpen, setOpen] = useState(props.isOpen ?? false)
  const box = useRef<HTMLDivElement>(null)
  const { chosen } = props

  function close(): void {
    setOpen(false)
    box.current?.querySelector('button')?.focus()
  }

  return (
    <div
      {...partProps('country')}
      ref={(node) => {
        box.current = node
        adoptMobile(node)
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <button
        type="button"
        {...partProps('country-button')}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-label={t.country(`${chosen.country} +${chosen.callingCode}, ${chosen.name}`)}
        onClick={() => setOpen(!isOpen)}
      >
        {chosen.country} <bdi>+{chosen.callingCode}</bdi>
      </button>
      {isOpen && (
        <CountryList
          {...props}
          onClose={close}
          onChoose={(country) => {
            setOpen(false)
            props.onChoose(country)
          }}
        />
      )}
    </div>
  )
}

function CountryList(props: {
  countries: readonly Country[]
  chosen: Country
  onChoose: (country: string) => void
  onClose: () => void
}): ReactNode {
  const { prefix } = useFrame()
  const t = useMessages().mobile
  const [search, setSearch] = useState('')
  const found = findCountries(props.countries, search)
  const [wanted, setWanted] = useState(props.chosen.country)
  const active = found.find(({ country }) => country === wanted) ?? found[0]
  const list = useRef<HTMLUListElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const idOf = (country: string): string => `${prefix}-country-${country}`

  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    // By hand: scrollIntoView would move the page as well.
    const option = list.current?.querySelector<HTMLElement>('[aria-selected=true]')
    if (!option || !list.current) return
    const { offsetTop, offsetHeight } = option
    const { scrollTop, clientHeight } = list.current
    if (offsetTop < scrollTop) list.current.scrollTop = offsetTop
    else if (offsetTop + offsetHeight > scrollTop + clientHeight) {
      list.current.scrollTop = offsetTop + offsetHeight - clientHeight
    }
  }, [active])

  function press(event: KeyboardEvent): void {
    // An input method uses the same keys; Safari tells of the last one when it is over, as key 229.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    const at = active === undefined ? -1 : found.indexOf(active)
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + PAGE,
      PageUp: at - PAGE,
    }
    const to = steps[event.key]
    if (to !== undefined) {
      const isTurn = event.key.startsWith('Arrow')
      const next = isTurn ? (to + found.length) % found.length : clamp(to, found.length - 1)
      setWanted(found[next]?.country ?? wanted)
    } else if (event.key === 'Enter') {
      if (active) props.onChoose(active.country)
    } else if (event.key === 'Escape') props.onClose()
    else return
    event.preventDefault()
    // A dialog around the element would close as well.
    event.stopPropagation()
  }

  return (
    <div {...partProps('countries')}>
      <input
        {...partProps('input', 'search')}
        ref={field}
        role="combobox"
        aria-label={t.search}
        placeholder={t.search}
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={`${prefix}-countries`}
        aria-activedescendant={active && idOf(active.country)}
        autoComplete="off"
        spellCheck={false}
        value={search}
        onChange={(event) => {
          setSearch(event.currentTarget.value)
          setWanted('')
        }}
        onKeyDown={press}
      />
      <ul
        {...partProps('country-list')}
        id={`${prefix}-countries`}
        role="listbox"
        aria-label={t.countries}
        ref={list}
      >
        {found.map(({ country, name, callingCode }) => (
          <li
            key={country}
            {...partProps('country-option')}
            id={idOf(country)}
            role="option"
            aria-selected={country === active?.country}
            // Before the text field loses the focus, which would close the list.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => props.onChoose(country)}
          >
            {name} <bdi>+{callingCode}</bdi>
          </li>
        ))}
      </ul>
      <output {...partProps('text', 'none-found')}>{found.length === 0 ? t.none : ''}</output>
    </div>
  )
}

const PAGE = 6

function clamp(at: number, last: number): number {
  return Math.max(0, Math.min(at, last))
}
