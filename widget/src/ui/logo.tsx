import type { ReactNode } from 'react'
import { partProps } from './part-props.ts'
import { RemotePicture } from './remote-picture.tsx'

const SIDE_PX = 192

/** The logo of an organization or the picture of a person; without one that loads, the first letter of the name. */
export function Logo(props: { url: string; name: string; part: string }): ReactNode {
  const { url, name, part } = props
  const initial = (
    <span {...partProps(part)} aria-hidden="true">
      {Array.from(name)[0] ?? '?'}
    </span>
  )
  if (url === '') return initial
  return <RemotePicture url={url} part={part} sidePx={SIDE_PX} instead={initial} />
}
