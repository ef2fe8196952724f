import { useStore } from '@nanostores/react'
import { useEffect, useRef, type FocusEvent, type ReactNode, type RefObject } from 'react'
import { UNCOUNTED, type ListQuery } from '../../ui/flows/list-query.ts'
import { ActionButton, LinkButton } from '../../ui/button.tsx'
import { useMessages } from '../../ui/frame.tsx'
import { partProps } from '../../ui/part-props.ts'
import { RowButton } from '../../ui/row-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorOf } from '../../ui/form-error-notice.tsx'
import { Blank, useEnterprise } from './frame.tsx'

/** The server stops counting search results here. */
const MOST_FOUND = 1000

/** The first column is the row's heading. */
export interface Column<Row> {
  label: string
  cell: (row: Row) => ReactNode
}

/** Selection of rows. */
export interface Choice<Row> {
  /** Whether the row can be selected. */
  can: (row: Row) => boolean
  has: (row: Row) => boolean
  choose: (rows: readonly Row[], isOn: boolean) => void
}

/** A table of a query's rows, with its loading, empty and error states. */
export function Table<Row, Filter>(props: {
  query: ListQuery<Row, Filter>
  caption: string
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
  nameOf: (row: Row) => string
  choice?: Choice<Row> | undefined
  /** Opens a row by its heading. */
  onOpen?: (row: Row) => void
  /** Buttons at the end of a row. */
  acts?: (row: Row) => ReactNode
  /** Shown if there are no rows and no filter. */
  empty: ReactNode
  /** Clears the filters; undefined if none is set. */
  onClear?: (() => void) | undefined
}): ReactNode {
  const { query, columns, choice, onOpen, acts, keyOf, nameOf } = props
  const { t } = useEnterprise()
  const { common } = useMessages()
  const state = useStore(query.$state)
  const last = useRef<{ at: number }>(undefined)
  const room = useReturningFocus(state.rows)
  const { rows, step, formError } = state

  function choose(at: number, isOn: boolean, isRange: boolean): void {
    const from = isRange && last.current ? last.current.at : at
    const range = rows.slice(Math.min(from, at), Math.max(from, at) + 1)
    if (choice) choice.choose(range.filter(choice.can), isOn)
    last.current = { at }
  }

  const choosable = choice ? rows.filter(choice.can) : []
  if (step === 'failed') {
    return (
      <>
        <ErrorOf formError={formError} />
        <ActionButton onClick={() => void query.load()}>{common.tryAgain}</ActionButton>
      </>
    )
  }
  if (step === 'loading' && rows.length === 0) return <Skeleton label={t.table.loading} />
  if (rows.length === 0) {
    if (props.onClear === undefined) return props.empty
    return (
      <Blank title={t.table.nothing} text={t.table.nothingText}>
        <LinkButton onClick={props.onClear}>{t.table.clear}</LinkButton>
      </Blank>
    )
  }
  return (
    <div {...partProps('list')} {...room} tabIndex={-1} aria-busy={step === 'loading'}>
      <table {...partProps('table')}>
        <caption {...partProps('hidden')}>{props.caption}</caption>
        <thead>
          <tr>
            {choice && (
              <th scope="col" {...partProps('check')}>
                <input
                  type="checkbox"
                  form=""
                  aria-label={t.table.chooseShown}
                  checked={choosable.length > 0 && choosable.every(choice.has)}
                  onChange={(event) => choice.choose(choosable, event.currentTarget.checked)}
                />
              </th>
            )}
            {columns.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
            {acts && (
              <th scope="col">
                <span {...partProps('hidden')}>{t.table.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={keyOf(row)} {...partProps('line')}>
              {choice && (
                <td {...partProps('check')}>
                  {choice.can(row) && (
                    <input
                      type="checkbox"
                      form=""
                      aria-label={t.table.chooseOne(nameOf(row))}
                      checked={choice.has(row)}
                      onChange={(event) => {
                        const isRange =
                          event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey
                        choose(at, event.currentTarget.checked, isRange)
                      }}
                    />
                  )}
                </td>
              )}
              {columns.map(({ label, cell }, column) =>
                column === 0 ? (
                  <th key={label} scope="row">
                    {onOpen ? (
                      <button type="button" {...partProps('open')} onClick={() => onOpen(row)}>
                        {cell(row)}
                      </button>
                    ) : (
                      cell(row)
                    )}
                  </th>
                ) : (
                  <td key={label} data-label={label}>
                    {cell(row)}
                  </td>
                ),
              )}
              {acts && <td {...partProps('row-act')}>{acts(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      <Pages query={query} isFiltered={props.onClear !== undefined} />
    </div>
  )
}

function Pages<Row, Filter>(props: {
  query: ListQuery<Row, Filter>
  isFiltered: boolean
}): ReactNode {
  const { query } = props
  const { t } = useEnterprise()
  const { page, total, hasMore } = useStore(query.$state)
  return (
    <div {...partProps('pages')}>
      <output {...partProps('text')}>
        {total !== UNCOUNTED &&
          (props.isFiltered ? t.table.found(total, total > MOST_FOUND) : t.table.inAll(total))}
      </output>
      {(page > 1 || hasMore) && (
        <nav {...partProps('pages')} aria-label={t.table.pages}>
          <RowButton isOff={page === 1} onClick={() => query.go(page - 1)}>
            {t.table.previous}
          </RowButton>
          <span>{t.table.page(page)}</span>
          <RowButton isOff={!hasMore} onClick={() => query.go(page + 1)}>
            {t.table.next}
          </RowButton>
        </nav>
      )}
    </div>
  )
}

/** Moves the focus to the row in the same place if the focused row disappears. */
function useReturningFocus(rows: readonly unknown[]): {
  ref: RefObject<HTMLDivElement | null>
  onFocus: (event: FocusEvent) => void
} {
  const ref = useRef<HTMLDivElement>(null)
  const at = useRef(-1)
  useEffect(() => {
    const place = ref.current
    const root = place?.getRootNode()
    if (!(root instanceof Document || root instanceof ShadowRoot) || at.current < 0) return
    // The focus is lost only if a dialog closed over a row that has gone.
    if (root.activeElement !== null && root.activeElement !== document.body) return
    const lines = place?.querySelectorAll('tbody tr') ?? []
    const line = lines[Math.min(at.current, lines.length - 1)]
    const next = line?.querySelector<HTMLElement>('button') ?? place
    next?.focus()
  }, [rows])
  return {
    ref,
    onFocus({ target }) {
      const line = target.closest('tbody tr')
      if (line) at.current = Array.from(line.parentElement?.children ?? []).indexOf(line)
    },
  }
}
