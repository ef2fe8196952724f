import { readSettingTexts, type SettingTexts } from '../../server/config/config-file.ts'

/**
 * Returns the address that the built pages give search engines and feeds as theirs: SITE_URL, else the
 * public one of the server that serves them; undefined where neither is set.
 */
export function siteAddress(env: SettingTexts): string | undefined {
  const { SITE_ORIGIN, PUBLIC_ORIGIN } = readSettingTexts(env)
  return env['SITE_URL'] || SITE_ORIGIN || PUBLIC_ORIGIN
}
