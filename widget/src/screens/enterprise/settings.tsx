import { useStore } from '@nanostores/react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { OrganizationSettingsFlow } from '../../flows/enterprise/organization-settings.ts'
import { fieldErrorOf } from '../../flows/form-error.ts'
import { SaveButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useFrame } from '../../ui/frame.tsx'
import { partProps } from '../../ui/part-props.ts'
import { FileInput } from '../../ui/file-input.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { ErrorOf } from './error-of.tsx'
import { dateOf, OrganizationLogo, useEnterprise, useHold, useOrganization } from './frame.tsx'

/** Name, logo, freezing and deletion of the organization. */
export function OrganizationSettings({ flow }: { flow: OrganizationSettingsFlow }): ReactNode {
  const { store, t } = useEnterprise()
  const { organization } = useOrganization()
  const { language } = useFrame().messages
  const isBusy = useStore(flow.$isBusy)
  const isSaved = useStore(flow.$isSaved)
  const formError = useStore(flow.$formError)
  const { settings } = t
  const hold = useHold()
  useEffect(() => void flow.load(), [flow])
  return (
    <div {...partProps('narrow')}>
      <ErrorOf formError={formError} />
      {store.may('subject.update') && (
        <Form formError={formError} onSubmit={flow.save}>
          <Field
            name="subject_name"
            label={settings.name}
            start={organization.subject_name}
            autoComplete="off"
            autoCapitalize="words"
            required
            error={fieldErrorOf(formError, 'subject_name')}
          />
          <SaveButton isBusy={isBusy} done={isSaved && settings.saved}>
            {t.save}
          </SaveButton>
        </Form>
      )}
      {store.may('subject.update') && <LogoChoice flow={flow} />}
      <dl {...partProps('facts')}>
        <dt>{settings.members}</dt>
        <dd>{organization.deputy_count.toLocaleString(language)}</dd>
        <dt>{settings.founded}</dt>
        <dd>{dateOf(organization.create_time, language)}</dd>
        <dt>{settings.id}</dt>
        <dd>{organization.subject_uid}</dd>
      </dl>
      {store.may('subject.freeze') && (
        <Act words={settings.freeze} onClick={() => flow.askFreeze()} />
      )}
      {store.may('subject.delete') && (
        <Act words={settings.remove} reason={hold} onClick={() => flow.askDelete()} />
      )}
    </div>
  )
}

function LogoChoice({ flow }: { flow: OrganizationSettingsFlow }): ReactNode {
  const { logo } = useEnterprise().t.settings
  const { organization } = useOrganization()
  const { prefix } = useFrame()
  const error = fieldErrorOf(useStore(flow.$formError), 'logo')
  const input = useRef<HTMLInputElement>(null)
  const id = `${prefix}-logo`
  return (
    <section {...partProps('act')}>
      <h2 {...partProps('subheading')}>{logo.heading}</h2>
      <div {...partProps('row-acts')}>
        <OrganizationLogo organization={organization} />
        <FileInput
          id={id}
          inputRef={input}
          hintId={`${id}-hint`}
          isWrong={error !== undefined}
          onChoose={flow.uploadLogo}
        >
          {logo.choose}
        </FileInput>
        {organization.base_infos.logo_url !== undefined && (
          <RowButton
            label={logo.remove}
            onClick={() => {
              // The button goes with the logo.
              input.current?.focus()
              void flow.removeLogo()
            }}
          >
            {logo.remove}
          </RowButton>
        )}
      </div>
      <p {...partProps('hint')} id={`${id}-hint`}>
        {logo.hint}
      </p>
      {error !== undefined && (
        <p {...partProps('error')} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </section>
  )
}

function Act(props: {
  words: { heading: string; about: string; button: string }
  /** Why it is not possible now. */
  reason?: string
  onClick: () => void
}): ReactNode {
  const { reason = '' } = props
  const { heading, about, button } = props.words
  return (
    <section {...partProps('act')}>
      <h2 {...partProps('subheading')}>{heading}</h2>
      <p {...partProps('text', 'blank-text')}>{reason || about}</p>
      {reason === '' && (
        <div {...partProps('row-acts')}>
          <RowButton label={button} isDanger onClick={props.onClick}>
            {button}
          </RowButton>
        </div>
      )}
    </section>
  )
}
