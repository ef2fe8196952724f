// What the build leaves open in files that are served as they are; the server fills it in when it starts.

/** In the scripts that load the element: the public root key, which signs sealing keys. */
export const SEAL_ROOT_PLACEHOLDER = '__PASSPORT_SEAL_ROOT__'

/** In the sign-in pages and the account page: names of the providers that are set up, with spaces between. */
export const PROVIDERS_PLACEHOLDER = '__PASSPORT_PROVIDERS__'

/** In the sign-in pages: display name of the operator's OpenID provider. */
export const OIDC_TITLE_PLACEHOLDER = '__PASSPORT_OIDC_TITLE__'
