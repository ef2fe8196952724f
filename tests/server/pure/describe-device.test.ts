import { expect, test } from 'vitest'
import { describeDevice } from '../../../server/lib/describe-device.ts'

test('names browser and system of a user agent', () => {
  const names = {
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/18 Safari/605':
      'Safari on macOS',
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537 Chrome/140 Safari/537 Edg/140':
      'Edge on Windows',
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537 Chrome/140 Mobile Safari/537':
      'Chrome on Android',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18 Safari/604':
      'Safari on iPhone',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Code/1.104.0 Chrome/138.0 Electron/37.3 Safari/537.36':
      'Visual Studio Code on Windows',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Cursor/1.7 Chrome/138.0 Electron/37.3 Safari/537.36':
      'Cursor on macOS',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) www.evil.example/1 Chrome/138.0 Electron/37.3 Safari/537.36':
      'Desktop app on Linux',
    'curl/8.5': '',
  }
  for (const [agent, name] of Object.entries(names)) expect(describeDevice(agent)).toBe(name)
})
