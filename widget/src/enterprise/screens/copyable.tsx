import { useId, useState, type ReactNode } from 'react'
import { partProps } from '../../ui/part-props.ts'
import { useEnterprise } from './frame.tsx'

/** A text with a copy button; focusing it selects it, for pages without clipboard access. */
export function Copyable(props: { label: string; text: string }): ReactNode {
  const { t } = useEnterprise()
  const [isCopied, setCopied] = useState(false)
  const id = useId()
  return (
    <div {...partProps('field')}>
      <label {...partProps('label')} htmlFor={id}>
        {props.label}
      </label>
      <div {...partProps('copy')}>
        <input
          {...partProps('input')}
          id={id}
          form=""
          readOnly
          value={props.text}
          onFocus={(event) => event.currentTarget.select()}
        />
        <button
          type="button"
          {...partProps('small')}
          onClick={() => {
            navigator.clipboard?.writeText(props.text).then(
              () => setCopied(true),
              () => setCopied(false),
            )
          }}
        >
          {isCopied ? t.copied : t.copy}
        </button>
      </div>
      <output {...partProps('hidden')}>{isCopied && t.copied}</output>
    </div>
  )
}
