import { useEffect, useState } from 'react'

const REFRESH_MS = 30_000

/** Returns the time in seconds, updated while the page is open. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now() / 1000)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now() / 1000), REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
