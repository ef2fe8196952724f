/** Version label of the captcha. */
export const CAPTCHA_VERSION = '3.8.7-beta.2'

/** Name of the symbol under which page and script meet, one for each version. */
export const REGISTRY_NAME = `passport-login.captcha@${CAPTCHA_VERSION}`

/** For the build of the script: where it finds each module it does not bring itself. */
export const sharedGlobals: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    react: 'react',
    'react/jsx-runtime': 'jsxRuntime',
    'react-dom/client': 'reactDomClient',
  }).map(([module, name]) => [
    module,
    `globalThis[Symbol.for(${JSON.stringify(REGISTRY_NAME)})].shared.${name}`,
  ]),
)
