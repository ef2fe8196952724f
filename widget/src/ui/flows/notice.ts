import { atom, type ReadableAtom } from 'nanostores'

/** Notice about the last action. */
export interface NoticeStore {
  /** Empty for none. */
  $notice: ReadableAtom<string>
  showNotice(text: string): void
}

/** Time that a notice is shown, in milliseconds. */
const NOTICE_MS = 8000

export function createNoticeStore(): NoticeStore {
  const $notice = atom('')
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    $notice,
    showNotice(text) {
      clearTimeout(timer)
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
