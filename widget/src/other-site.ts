let isSaid = false

/** Tells the developer once what a page on another site than the account server has to set. */
export function adviseOtherSite(server: string): void {
  if (isSaid) return
  isSaid = true
  // oxlint-disable-next-line no-console
  console.warn(
    `passport-login: ${server} is another site than ${location.origin}, so most browsers keep nobody signed in there for this page. ` +
      'Set view="hosted" with redirect-uri, state and code-challenge, and redeem the code on your server; ' +
      'or let the application keep cookies for each site (partitioned_cookies). See "On another site" in docs/embedding.md.',
  )
}

let isUnreachedSaid = false

/** Tells the developer once what is wrong most often where a page gets no answer of another origin. */
export function adviseUnreached(server: string, aid: number): void {
  if (isUnreachedSaid || !navigator.onLine) return
  isUnreachedSaid = true
  // oxlint-disable-next-line no-console
  console.warn(
    `passport-login: ${server} gave this page no answer. If it runs, it does not know ${location.origin}: ` +
      `name that in HOST_PAGE_ORIGINS, which is for application 1002, or among the origins of application ${aid}. ` +
      'See "On the same site" in docs/embedding.md.',
  )
}
