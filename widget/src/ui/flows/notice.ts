import { atom, type ReadableAtom } from 'nanostores'
import type { NoticeKind } from '../../base/events.ts'

/** Notice about the last action. */
export interface NoticeStore {
  /** Empty for none. */
  $notice: ReadableAtom<string>
  /** Whether it is about a failure. */
  $hasFailed: ReadableAtom<boolean>
  showNotice(text: string, kind?: NoticeKind): void
}

/** Time that a notice is shown, in milliseconds. */
const NOTICE_MS = 8000

export function createNoticeStore(): NoticeStore {
  const $notice = atom('')
  const $hasFailed = atom(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    $notice,
    $hasFailed,
    showNotice(text, kind = 'done') {
      clearTimeout(timer)
      $hasFailed.set(kind === 'failed')
      // Screen readers announce an equal text again only after a change.
      $notice.set('')
      if (text === '') return
      timer = setTimeout(() => {
        $notice.set(text)
        timer = setTimeout(() => $notice.set(''), NOTICE_MS)
      })
    },
  }
}
