import type { ReactNode } from 'react'
import type { InvitationFlow } from '../../flows/invitation.ts'
import { FootButton, SubmitButton } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form.tsx'
import { Head } from '../../../ui/head.tsx'
import { partProps } from '../../../ui/part-props.ts'
import { ActionError } from '../../../ui/form-error-notice.tsx'
import type { InvitationMessages } from './messages/messages.ts'

const blocks = ['none', 'subject', 'all'] as const

/** Declines, stops further invitations and reports an unwanted one. */
export function Decline({ flow, t }: { flow: InvitationFlow; t: InvitationMessages }): ReactNode {
  return (
    <>
      <Head title={t.declineTitle} text={t.declineText} />
      <Form flow={flow} onSubmit={flow.decline}>
        <fieldset {...partProps('choices')}>
          <legend {...partProps('label')}>{t.further}</legend>
          {blocks.map((block) => (
            <label key={block} {...partProps('choice')}>
              <input type="radio" name="block" value={block} defaultChecked={block === 'none'} />
              <span>{t.blocks[block]}</span>
            </label>
          ))}
        </fieldset>
        <label {...partProps('choice')}>
          <input type="checkbox" name="report" />
          <span>{t.report}</span>
        </label>
        <SubmitButton>{t.declineNow}</SubmitButton>
      </Form>
      <ActionError flow={flow} />
      <FootButton onClick={() => flow.go('offered')}>{t.back}</FootButton>
    </>
  )
}
