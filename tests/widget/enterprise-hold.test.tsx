import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { enterpriseStates } from '../../widget/gallery/enterprise-states.tsx'
import { allMessages } from '../../widget/src/messages/all-messages.ts'
import { loadEnterpriseMessages } from '../../widget/src/messages/load-enterprise-messages.ts'
import { readSettings } from '../../widget/src/base/settings.ts'
import { FrameProvider } from '../../widget/src/ui/frame.tsx'
import { languages } from '#protocol/languages.ts'

test.each(languages)(
  'says after a hand-over until when nothing can be deleted or changed in %s',
  async (language) => {
    const [, { enterprise: t }] = await loadEnterpriseMessages[language]()
    const messages = allMessages[language]
    const { settings } = readSettings({ aid: '1' }, { server: '', language })
    const screens = enterpriseStates(messages, t)['enterprise organization'] ?? {}
    const draw = (name: string): string =>
      renderToString(
        <FrameProvider frame={{ prefix: 'p', messages, settings, returnQuery: '' }}>
          {screens[name]}
        </FrameProvider>,
      )
    const [why = ''] = t.transfer.heldUntil('|').split('|')
    const of = {
      settings: [t.settings.remove.button],
      rules: [t.save, t.rules.add, t.rules.remove.button, t.rules.prove, t.rules.lookUp],
    }
    for (const [screen, offers] of Object.entries(of)) {
      const [before, held] = [draw(screen), draw(`${screen}, after a hand-over`)]
      expect(before).not.toContain(why)
      expect(held.split(why)).toHaveLength(2)
      expect(held).toContain('2026')
      for (const offer of offers) {
        expect(before).toContain(`>${offer}<`)
        expect(held).not.toContain(`>${offer}<`)
      }
    }
  },
)
