import type { ReactNode } from 'react'
import { LinkButton } from './button.tsx'
import { useMessages } from './frame.tsx'

/** Loads the page anew, for code that does not come otherwise. */
export function ReloadButton(): ReactNode {
  const { common } = useMessages()
  return <LinkButton onClick={() => location.reload()}>{common.reload}</LinkButton>
}
