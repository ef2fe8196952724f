import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { enterpriseStates } from '../../widget/gallery/enterprise-states.tsx'
import { readSettings } from '../../widget/src/base/settings.ts'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { enterprise as t } from '../../widget/src/messages/en/enterprise.ts'
import { FrameProvider } from '../../widget/src/ui/frame.tsx'

test('offers times as choices, and keeps one that a program has set', () => {
  const messages = allMessages.en
  const { settings } = readSettings({ aid: '1' }, { server: '', language: 'en' })
  const html = renderToString(
    <FrameProvider frame={{ prefix: 'p', messages, settings, returnQuery: '' }}>
      {enterpriseStates(messages, t)['enterprise organization']?.rules}
    </FrameProvider>,
  )
  const hours = /name="sessionHours".*?<\/select>/.exec(html)?.[0] ?? ''
  const texts = [...hours.matchAll(/<option[^>]*>([^<]+)</g)].map(([, text]) => text)
  expect(texts).toEqual([
    'As this server does',
    '8 hours',
    '12 hours',
    '1 day',
    '7 days',
    '30 days',
  ])
  expect(hours).toMatch(/value="12" selected/)
})
