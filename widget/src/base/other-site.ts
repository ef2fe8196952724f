let isLogged = false

/** Logs once what a page on another site has to configure. */
export function adviseOtherSite(server: string): void {
  if (isLogged) return
  isLogged = true
  // oxlint-disable-next-line no-console
  console.warn(
    `passport-login: ${server} is another site than ${self.origin}, so most browsers keep nobody signed in there for this page. ` +
      'Set view="hosted" with redirect-uri, state and code-challenge, and redeem the code on your server; ' +
      'or let the application keep cookies for each site (partitioned_cookies). See "On another site" in docs/embedding.md.',
  )
}
