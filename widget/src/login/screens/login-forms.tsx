import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { LoginFlow } from '../flows/login.ts'
import { useFrame } from '../../ui/frame.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { CodeForm } from '../../ui/code-form.tsx'
import { LazyQr } from './qr/lazy.tsx'
import type { ScreenProps } from '../../ui/screen-props.ts'
import { PasswordForm } from './password-form.tsx'

/** Forms of the sign-in methods that the page offers, one at a time. */
export function LoginForms(
  props: ScreenProps<LoginFlow> & {
    /** Label of the submit button. */
    finish: string
    /** Whether QR sign-in is offered, which cannot link an account. */
    hasQr?: boolean
  },
): ReactNode {
  const { messages, settings } = useFrame()
  const { common } = messages
  const chosen = useStore(props.flow.$method)
  const methods = props.hasQr ? settings.methods : settings.methods.filter((one) => one !== 'qr')
  // The page may remove a method after it was chosen.
  const method = methods.includes(chosen) ? chosen : (methods[0] ?? 'password')
  const labels = { password: common.byPassword, code: common.byCode, qr: common.byQr }
  const form =
    method === 'password' ? (
      <PasswordForm {...props} />
    ) : method === 'qr' ? (
      <LazyQr begin={props.flow.begin}>{({ QrPanel }, flow) => <QrPanel flow={flow} />}</LazyQr>
    ) : (
      <CodeForm
        {...props}
        action="login"
        autoComplete="username"
        onSubmit={props.flow.signInByCode}
      />
    )
  return methods.length > 1 ? (
    <Tabs
      label={common.methods}
      tabs={methods.map((name) => ({ name, label: labels[name] }))}
      chosen={method}
      onChoose={props.flow.choose}
    >
      {form}
    </Tabs>
  ) : (
    form
  )
}
