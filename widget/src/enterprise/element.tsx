import { useStore } from '@nanostores/react'
import { useMemo, type ReactNode } from 'react'
import themeCss from '../../../protocol/theme.css'
import { openChallenge } from '../base/challenge.ts'
import { customElement, type RootProps } from '../base/custom-element.ts'
import { emit } from '../base/emit.ts'
import { createOrganizationStore, type OrganizationStore } from './flows/organization-store.ts'
import { createInstance } from '../base/create-instance.ts'
import type { Instance } from '../base/instance.ts'
import type { EnterpriseMessages } from '../messages/enterprise-messages.ts'
import { loadEnterpriseMessages } from '../messages/load-enterprise-messages.ts'
import { hydratingRenderer } from '../base/renderer.tsx'
import { Console } from './screens/console.tsx'
import { LazyScreen } from '../ui/lazy-screen.tsx'
import { LazyTwoStepScreen } from '../ui/two-step/lazy-screen.tsx'
import { readSettings } from '../base/settings.ts'
import enterpriseCss from '../styles/enterprise.css'
import logoCss from '../styles/logo.css'
import screensCss from '../styles/screens.css'
import shellCss from '../styles/shell.css'
import smallPartsCss from '../styles/small-parts.css'
import { Dialog } from '../ui/dialog.tsx'
import { FrameProvider } from '../ui/frame.tsx'
import { partProps } from '../ui/part-props.ts'

const TAG = 'passport-enterprise'

/** Attributes of the console; `view` names the initial section. */
const attributeNames = ['aid', 'subject-aid', 'server', 'lang', 'theme', 'pages', 'view'] as const

interface Owned {
  instance: Instance
  store: OrganizationStore
  t: EnterpriseMessages
  first: string
}

/** Defines `<passport-enterprise>` once per page. */
export function defineEnterprise(options: { server: string; sealRoot: string }): void {
  if (customElements.get(TAG)) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(themeCss + shellCss + screensCss + smallPartsCss + logoCss + enterpriseCss)
  const sealRoot = /^[\w-]{43}$/.test(options.sealRoot) ? options.sealRoot : undefined
  const owned = new WeakMap<HTMLElement, Owned>()
  let count = 0

  function Root({ container }: RootProps): ReactNode {
    const own = container && owned.get(container)
    return own && <Whole {...own} />
  }

  const renderer = hydratingRenderer<RootProps>({
    async prepare(container) {
      const attribute = (name: string): string | undefined =>
        container.getAttribute(name) ?? undefined
      const language =
        container.closest<HTMLElement>('[lang]')?.lang || attribute('lang') || navigator.language
      const { settings } = readSettings(
        {
          aid: attribute('aid'),
          'subject-aid': attribute('subject-aid') ?? attribute('aid'),
          server: attribute('server'),
          lang: attribute('lang'),
          pages: attribute('pages'),
        },
        { server: options.server, language },
      )
      const [{ messages }, { enterprise: t }] = await loadEnterpriseMessages[settings.language]()
      return () => {
        const before = owned.get(container)
        if (before) {
          before.instance.configure(settings, messages)
          owned.set(container, { ...before, t })
          return
        }
        count += 1
        const instance = createInstance(
          {
            emit: (name, detail) => emit(container, name, detail),
            navigate: (address) => location.assign(new URL(address, document.baseURI)),
            openChallenge: (...call) => openChallenge(container, ...call),
            requestedNext: () => '',
            requestedPrompt: () => false,
            requestedTicket: () => '',
            dropTicket: () => undefined,
            sealRoot,
          },
          { prefix: `ple${count}`, settings, messages },
        )
        const store = createOrganizationStore(instance)
        owned.set(container, { instance, store, t, first: attribute('view') ?? '' })
      }
    },
    fail(container, error) {
      console.error('passport-enterprise:', error) // oxlint-disable-line no-console
      emit(container, 'passport-error', { reason: 'internal', message: String(error) })
    },
    unmount(container) {
      owned.get(container)?.instance.dispose()
      owned.delete(container)
    },
  })
  customElements.define(TAG, customElement(Root, attributeNames, renderer, [sheet]))
}

function Whole({ instance, store, t, first }: Owned): ReactNode {
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
