import { useStore } from '@nanostores/react'
import { useRef, type ReactNode } from 'react'
import type { NoticeStore } from './flows/notice.ts'
import { useMessages } from './frame.tsx'
import { partProps } from './part-props.ts'

/** Shows the notice about the last action, which can be dismissed. */
export function NoticeBar({ store }: { store: NoticeStore }): ReactNode {
  const { common } = useMessages()
  const notice = useStore(store.$notice)
  const hasFailed = useStore(store.$hasFailed)
  const room = useRef<HTMLDivElement>(null)
  return (
    <div {...partProps('notice-bar', hasFailed && 'notice-bar-failed')} ref={room} tabIndex={-1}>
      {/* Always there, so that what appears in it is read out. */}
      <output>{notice}</output>
      {notice !== '' && (
        <button
          type="button"
          {...partProps('dismiss')}
          aria-label={common.close}
          onClick={() => {
            // The button goes, and would take the focus with it.
            room.current?.focus()
            store.showNotice('')
          }}
        >
          ×
        </button>
      )}
    </div>
  )
}
