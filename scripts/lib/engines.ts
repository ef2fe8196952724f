import { existsSync } from 'node:fs'
import process from 'node:process'

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/snap/bin/firefox']

/** Driver of WebKitGTK, and the virtual screen that it runs on. */
export const webkitTools = { driver: '/usr/bin/WebKitWebDriver', screen: '/usr/bin/Xvfb' }

/** Path of an installed Firefox; FIREFOX_PATH names another. */
export function findFirefox(): string | undefined {
  return [process.env.FIREFOX_PATH ?? '', ...FIREFOX].find((file) => existsSync(file))
}

/** Whether WebKitGTK's driver and a screen for it are installed. */
export function hasWebKit(): boolean {
  return Object.values(webkitTools).every((file) => existsSync(file))
}
