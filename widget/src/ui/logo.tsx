import type { ReactNode } from 'react'
import { partProps } from './part-props.ts'
import { RemotePicture } from './remote-picture.tsx'

const SIDE_PX = 96

/** The logo of an organization or the picture of a person, or the first letter of the name beside it. */
export function Logo(props: { url: string; name: string; part: string }): ReactNode {
  const { url, name, part } = props
  if (url !== '') return <RemotePicture url={url} part={part} sidePx={SIDE_PX} />
  return (
    <span {...partProps(part)} aria-hidden="true">
      {Array.from(name)[0] ?? '?'}
    </span>
  )
}
