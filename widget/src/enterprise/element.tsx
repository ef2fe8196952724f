import { useMemo, useState, type ReactNode } from 'react'
import { defineElement, type ContentProps } from '../ui/define-element.tsx'
import { createOrganizationStore } from './flows/organization-store.ts'
import type { EnterpriseMessages } from '../messages/enterprise-messages.ts'
import { loadEnterpriseMessages } from '../messages/load-enterprise-messages.ts'
import { Console, places, toPlace } from './screens/console.tsx'
import enterpriseCss from '../styles/enterprise.css'
import logoCss from '../styles/logo.css'
import screensCss from '../styles/screens.css'
import shellCss from '../styles/shell.css'
import smallPartsCss from '../styles/small-parts.css'
import { ElementFrame } from '../ui/element-frame.tsx'

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
      ownErrors: ({ view = '' }) =>
        view === '' || toPlace(view) !== undefined
          ? []
          : [
              {
                reason: 'attribute',
                attribute: 'view',
                value: view,
                message: `write one of ${places.join(', ')}`,
              },
            ],
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
  return (
    <ElementFrame instance={instance} root="root-wide">
      <Console store={store} t={t} first={first} />
    </ElementFrame>
  )
}
