import { atom } from 'nanostores'
import type { NoticeKind } from '../../base/events.ts'
import type { MadeBy } from './made-by.ts'

/** Notice about the last action. */
export type NoticeStore = MadeBy<typeof createNoticeStore>

/** Time that a notice is shown, in milliseconds. */
const NOTICE_MS = 8000

export function createNoticeStore() {
  const $notice = atom('')
  const $hasFailed = atom(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    /** Empty for none. */
    $notice,
    /** Whether it is about a failure. */
    $hasFailed,
    showNotice(text: string, kind: NoticeKind = 'done') {
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
