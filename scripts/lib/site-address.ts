import { readSettingTexts, type SettingTexts } from '../../server/config/config-file.ts'

const DEFAULT_PORT = '4321'

/** The address of a site that nobody has set anything for; tests build it, whatever the port they serve it at. */
export const DEFAULT_ADDRESS = `http://localhost:${DEFAULT_PORT}`

/**
 * Returns the address that the built pages give search engines and feeds as theirs: SITE_URL, else the
 * public one of the server that serves them.
 */
export function siteAddress(env: SettingTexts): string {
  const { SITE_ORIGIN, PUBLIC_ORIGIN, PORT = DEFAULT_PORT } = readSettingTexts(env)
  // A port that the server takes by itself is not known before it listens.
  const port = /^[1-9]\d*$/.test(PORT) ? PORT : DEFAULT_PORT
  return env['SITE_URL'] || SITE_ORIGIN || PUBLIC_ORIGIN || `http://localhost:${port}`
}
