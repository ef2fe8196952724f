import { useEffect, useState } from 'react'

const REFRESH_MS = 30_000

/** Returns the time in Unix seconds, updated while the component is shown. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now() / 1000)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now() / 1000), REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
