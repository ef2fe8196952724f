/**
 * Where a person may be sent afterwards: `next` when it is a page of one of `origins`, otherwise
 * the start page. Pages of `home` come back as a path.
 */
export function safeNext(
  next: string | undefined,
  home: string,
  isAllowed: (origin: string) => boolean,
): string {
  // Browsers read a backslash as a slash and drop control characters before they look.
  if (next === undefined || /[\\\p{Cc}]/u.test(next) || next !== next.trim()) return '/'
  const url = URL.parse(next, home)
  if (url === null || !/^https?:$/.test(url.protocol)) return '/'
  if (url.username !== '' || url.password !== '') return '/'
  if (url.origin === home) return url.pathname.startsWith('//') ? '/' : url.href.slice(home.length)
  return isAllowed(url.origin) ? url.href : '/'
}
