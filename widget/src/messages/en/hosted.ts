/** Messages of signing in on a page of the account server. */
export const hosted = {
  text: (host: string): string => `You sign in at ${host} and come back here.`,
  proceed: 'Continue',
}
