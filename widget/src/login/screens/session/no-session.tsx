import type { ReactNode } from 'react'
import { useFrame } from '../../../ui/frame.tsx'
import { Ending } from '../../../ui/head.tsx'
import { partProps } from '../../../ui/part-props.ts'
import { StatusIcon } from '../../../ui/status-icon.tsx'

/**
 * Says that the browser kept no session on this page, and leads to the account server's own. That
 * cannot lead back without `redirect-uri`, so it opens beside this page.
 */
export function NoSession(): ReactNode {
  const { settings, messages } = useFrame()
  const t = messages.session
  const { host } = new URL(settings.server)
  // The server knows which languages its site has.
  const query = new URLSearchParams({ language: settings.language })
  return (
    <Ending sign={<StatusIcon kind="stop" />} title={t.notSignedIn} text={t.notSignedInText(host)}>
      <a
        {...partProps('button')}
        href={`${settings.server}/form/login?${query.toString()}`}
        target="_blank"
        rel="noreferrer"
      >
        {t.goThere(host)}
      </a>
    </Ending>
  )
}
