import type { ReactNode } from 'react'
import { LinkButton } from './button.tsx'
import { useMessages } from './frame.tsx'

/** Reloads the page, where a script could not be loaded. */
export function ReloadButton(): ReactNode {
  const { common } = useMessages()
  return <LinkButton onClick={() => location.reload()}>{common.reload}</LinkButton>
}
