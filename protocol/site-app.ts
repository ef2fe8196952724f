/** Application of the account server's own site. */
export const SITE_AID = 1001
