import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Settings } from '../base/settings.ts'
import { useFrame } from './frame.tsx'
import { partProps } from './part-props.ts'

/**
 * A picture of the account server, drawn to a canvas: an `<img>` would need `img-src` in the policy
 * of every page around the element. `instead`, or a plain square, replaces a picture that does not load.
 */
export function RemotePicture(props: {
  url: string
  part: string
  sidePx: number
  instead?: ReactNode
}): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [missing, setMissing] = useState('')
  const { sidePx } = props
  const url = readable(props.url, useFrame().settings)
  useEffect(() => {
    const life = new AbortController()
    async function load(): Promise<void> {
      const reply = await fetch(url, { signal: life.signal })
      if (!reply.ok) return setMissing(url)
      const bitmap = await createImageBitmap(await reply.blob())
      if (!life.signal.aborted) {
        canvas.current?.getContext('2d')?.drawImage(bitmap, 0, 0, sidePx, sidePx)
      }
      bitmap.close()
    }
    // The name beside it says whose it is.
    load().catch(() => {
      if (!life.signal.aborted) setMissing(url)
    })
    return () => life.abort()
  }, [url, sidePx])
  if (missing === url && props.instead !== undefined) return props.instead
  return (
    <canvas
      {...partProps(props.part)}
      ref={canvas}
      width={sidePx}
      height={sidePx}
      aria-hidden="true"
    />
  )
}

// Other sites may read pictures by call, not by address.
function readable(url: string, { aid, server }: Settings): string {
  const key = /\/avatars\/([\w-]+)\.webp$/.exec(url)?.[1]
  return server === '' || key === undefined ? url : `${server}/passport/web/image/${key}?aid=${aid}`
}
