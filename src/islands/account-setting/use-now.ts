import { useEffect, useState } from 'react'

const REFRESH_MS = 30_000

/** Seconds since 1970 that go on, for ages that are shown while the page stays open. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now() / 1000)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now() / 1000), REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
