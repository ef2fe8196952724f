import type { ThirdPartyProfile } from '../../../client/calls/third-party.ts'
import { useStore } from '@nanostores/react'
import { useEffect, useMemo, type ReactNode } from 'react'
import { createThirdPartyFlow, type ThirdPartyFlow } from '../../flows/third-party.ts'
import { FootButton, SubmitButton } from '../../../ui/button.tsx'
import { adoptEntry } from '../../../ui/entry-sheet.ts'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { useMessages } from '../../../ui/frame.tsx'
import { Head } from '../../../ui/head.tsx'
import { Logo } from '../../../ui/logo.tsx'
import { LogId } from '../../../ui/log-id.tsx'
import { LoadingHead } from '../../../ui/loading-head.tsx'
import { partProps } from '../../../ui/part-props.ts'
import { FootLink, ViewLink } from '../../../ui/view-link.tsx'
import { LoginForms } from '../login-forms.tsx'
import { ActionError, FormErrorNotice } from '../../../ui/form-error-notice.tsx'
import type { LazyProps, ScreenProps } from '../../../ui/screen-props.ts'

/** The screen for a provider's account that is linked to no account here. */
export function ThirdParty({ instance, view, hasFocus }: LazyProps<'third-party'>): ReactNode {
  const flow = useMemo(() => createThirdPartyFlow(instance, view), [instance, view])
  useEffect(() => {
    void flow.load()
    return () => flow.dispose()
  }, [flow])
  return (
    <ThirdPartyScreen
      flow={flow}
      hasFocus={hasFocus}
      typedAddress={instance.typedAddress()}
      onTyped={(address) => instance.remember(address)}
      onGo={(name) => instance.go({ name })}
    />
  )
}

/** The screen for one flow, apart for the gallery. */
export function ThirdPartyScreen(props: ScreenProps<ThirdPartyFlow>): ReactNode {
  const { flow } = props
  const t = useMessages().thirdParty
  const state = useStore(flow.$state)
  switch (state.step) {
    case 'loading':
      return (
        <>
          <LoadingHead flow={flow} title={t.notLinked} text={t.loading} hasFocus={props.hasFocus} />
          <FootLink to="login" onGo={props.onGo}>
            {t.otherWays}
          </FootLink>
        </>
      )
    case 'expired':
      return (
        <>
          <Head title={t.expired} text={t.expiredText} />
          <LogId logId={state.logId} />
          <ViewLink to="login" part="button" onGo={props.onGo}>
            {t.otherWays}
          </ViewLink>
        </>
      )
    case 'new':
      return <New {...props} profile={state.profile} />
    case 'link': {
      const platform = state.profile.providerTitle
      return (
        <>
          <Head title={t.link} text={t.linkText(platform)} />
          <ProfileCard profile={state.profile} />
          <LoginForms {...props} flow={flow.link} finish={t.linkButton} />
          <FormErrorNotice flow={flow.link} onGo={props.onGo} />
          <FootButton onClick={() => flow.go('new')}>{t.createInstead}</FootButton>
        </>
      )
    }
  }
}

function New(props: ScreenProps<ThirdPartyFlow> & { profile: ThirdPartyProfile }): ReactNode {
  const { flow, profile } = props
  const t = useMessages().thirdParty
  return (
    <>
      <Head title={t.notLinked} text={t.notLinkedText(profile.providerTitle)} />
      <ProfileCard profile={profile} />
      <Form flow={flow} onSubmit={flow.makeAccount}>
        <Field
          name="name"
          label={t.name}
          autoComplete="name"
          autoCapitalize="words"
          start={profile.name}
        />
        <SubmitButton>{t.create}</SubmitButton>
      </Form>
      <ActionError flow={flow} onGo={() => flow.go('link')} />
      <FootButton onClick={() => flow.go('link')}>{t.haveAccount}</FootButton>
    </>
  )
}

function ProfileCard({ profile }: { profile: ThirdPartyProfile }): ReactNode {
  const { providerTitle: title, email, handle } = profile
  const name = profile.name || handle
  const about = [title, handle === name ? email : handle].filter(Boolean).join(' · ')
  return (
    <div {...partProps('member', 'who')} ref={(node) => adoptEntry(node)}>
      <Logo url="" name={name || title} part="member-sign" />
      <span {...partProps('member-names')}>
        <b>{name}</b>
        <span {...partProps('member-who')}>{about}</span>
      </span>
    </div>
  )
}
