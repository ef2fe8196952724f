import { createContext, use, type ReactNode } from 'react'
import type { Messages } from '../messages/messages.ts'
import type { Settings } from '../base/settings.ts'

/** Context of all components of one element: ids, messages and settings. */
export interface Frame {
  prefix: string
  messages: Messages
  settings: Settings
  /** Added to links between the site's own pages. */
  returnQuery: string
  /** Level of headings on a page that has sections of its own around them. */
  level?: 'h2' | 'h3'
  /** Shows what was done, on a page with notices of its own, which shows failed calls as well. */
  onDone?: (text: string) => void
}

const FrameContext = createContext<Frame | undefined>(undefined)

/** Gives the parts inside it the frame of their element. */
export function FrameProvider(props: { frame: Frame; children: ReactNode }): ReactNode {
  return <FrameContext value={props.frame}>{props.children}</FrameContext>
}

/** The frame of the element around this part. */
export function useFrame(): Frame {
  const frame = use(FrameContext)
  if (frame === undefined) throw new Error('passport-login: a part is used outside its element')
  return frame
}

/** The messages of the element around this part. */
export function useMessages(): Messages {
  return useFrame().messages
}
