import { createContext, use, type ReactNode } from 'react'
import type { Language } from '#protocol/common-params.ts'
import { said, type LaterWords } from '../messages/said.ts'
import type { Texts } from '../messages/texts.ts'
import type { Settings } from '../settings.ts'

/** What every part of one element may need: its ids, its words, its settings. */
export interface Frame {
  prefix: string
  texts: Texts
  settings: Settings
  /** Added to links between the site's own pages. */
  returnQuery: string
  /** Level of headings on a page that has sections of its own around them. */
  level?: 'h3'
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

/** The words of a later screen, in the language of its element. */
export function useWords<Name extends keyof LaterWords>(
  name: Name,
  table: Record<Language, LaterWords[Name]>,
): LaterWords[Name] {
  return said(useFrame().texts, name, table)
}
