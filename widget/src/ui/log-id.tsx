import { useState, type ReactNode } from 'react'
import { LinkButton } from './button.tsx'
import { useMessages } from './frame.tsx'
import { partProps } from './part-props.ts'

/** The log id of a refusal, by which support finds out why; closed, so that nobody else has to read it. */
export function LogId({ logId }: { logId: string | undefined }): ReactNode {
  const { common } = useMessages()
  const [copied, setCopied] = useState('')
  return (
    logId && (
      <details {...partProps('hint')}>
        <summary>{common.details}</summary>
        <output>
          {common.reference(logId)} {/* Pages without a secure origin have no clipboard. */}
          {navigator.clipboard && (
            <LinkButton
              onClick={() => {
                navigator.clipboard.writeText(logId).then(
                  () => setCopied(logId),
                  () => setCopied(''),
                )
              }}
            >
              {copied === logId ? common.copied : common.copy}
            </LinkButton>
          )}
        </output>
      </details>
    )
  )
}
