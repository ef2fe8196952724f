import { expect, test } from 'vitest'
import { describeDevice } from '../../server/lib/describe-device.ts'

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
    'curl/8.5': '',
  }
  for (const [agent, name] of Object.entries(names)) expect(describeDevice(agent)).toBe(name)
})
