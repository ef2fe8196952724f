import { useStore } from '@nanostores/react'
import { useMemo, useState, type ReactNode } from 'react'
import { defineElement, type ContentProps } from '../ui/define-element.tsx'
import { createOrganizationStore } from './flows/organization-store.ts'
import type { EnterpriseMessages } from '../messages/enterprise-messages.ts'
import { loadEnterpriseMessages } from '../messages/load-enterprise-messages.ts'
import { Console } from './screens/console.tsx'
import { LazyScreen } from '../ui/lazy-screen.tsx'
import { LazyTwoStepScreen } from '../ui/two-step/lazy-screen.tsx'
import enterpriseCss from '../styles/enterprise.css'
import logoCss from '../styles/logo.css'
import screensCss from '../styles/screens.css'
import shellCss from '../styles/shell.css'
import smallPartsCss from '../styles/small-parts.css'
import { Dialog } from '../ui/dialog.tsx'
import { FrameProvider } from '../ui/frame.tsx'
import { partProps } from '../ui/part-props.ts'

/** Attributes of the console; `view` names the initial section. */
const attributeNames = ['aid', 'subject-aid', 'server', 'lang', 'theme', 'pages', 'view'] as const

/** Defines `<passport-enterprise>` once per page. */
export function defineEnterprise(options: { server: string; sealRoot: string }): void {
  defineElement(
    {
      tag: 'passport-enterprise',
      prefix: 'ple',
      attributeNames,
      css: shellCss + screensCss + smallPartsCss + logoCss + enterpriseCss,
      toSettings: (attributes) => ({
        ...attributes,
        // Names a section, and no screen of the sign-in.
        view: undefined,
        'subject-aid': attributes['subject-aid'] ?? attributes.aid,
      }),
      async load(language) {
        const [{ messages }, { enterprise }] = await loadEnterpriseMessages[language]()
        return [messages, enterprise]
      },
      Content,
    },
    options,
  )
}

function Content({ instance, t, attribute }: ContentProps<EnterpriseMessages>): ReactNode {
  const [first] = useState(() => attribute('view') ?? '')
  const store = useMemo(() => createOrganizationStore(instance), [instance])
  const settings = useStore(instance.$settings)
  const messages = useStore(instance.$messages)
  const view = useStore(instance.$view)
  const second = useStore(instance.$second)
  const frame = useMemo(
    () => ({ prefix: instance.prefix, settings, messages, returnQuery: '', level: 'h2' as const }),
    [instance, settings, messages],
  )
  return (
    <FrameProvider frame={frame}>
      <div {...partProps('root', 'root-wide')} id={instance.prefix} lang={messages.language}>
        {view.name === 'login' || view.name === 'done' ? (
          <Console store={store} t={t} first={first} />
        ) : (
          // A blocked account hides the console.
          <div {...partProps('card')}>
            <LazyScreen instance={instance} view={view} hasFocus />
          </div>
        )}
        {second && (
          // Over the console, whose call continues after the second step.
          <Dialog label={messages.secondVerify.title} onClose={second.close}>
            <LazyTwoStepScreen instance={instance} request={second} />
          </Dialog>
        )}
      </div>
    </FrameProvider>
  )
}
