import { useId, type ReactElement, type ReactNode } from 'react'

interface Props {
  title: string
  text: string
  children: ReactNode
}

/** One part of the account page: what it is on the left, what can be done on the right. */
export function Section({ title, text, children }: Props): ReactElement {
  const id = useId()
  return (
    <section className="setting" aria-labelledby={id}>
      <div className="setting-head">
        <h2 id={id}>{title}</h2>
        <p>{text}</p>
      </div>
      <div className="setting-body">{children}</div>
    </section>
  )
}
