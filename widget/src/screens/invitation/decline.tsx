import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { InvitationFlow } from '../../flows/invitation.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { partProps } from '../../ui/part-props.ts'
import type { InvitationMessages } from './messages/messages.ts'
import { Back, Head } from './parts.tsx'

const blocks = ['none', 'subject', 'all'] as const

/** Declines, stops further invitations and reports an unwanted one. */
export function Decline({ flow, t }: { flow: InvitationFlow; t: InvitationMessages }): ReactNode {
  const formError = useStore(flow.$formError)
  const isBusy = useStore(flow.$isBusy)
  return (
    <>
      <Head
        title={t.declineTitle}
        flow={flow}
        text={<p {...partProps('text', 'intro')}>{t.declineText}</p>}
      />
      <Form formError={formError} onSubmit={flow.decline}>
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
        <SubmitButton isBusy={isBusy}>{t.declineNow}</SubmitButton>
      </Form>
      <Back onClick={() => flow.go('offered')}>{t.back}</Back>
    </>
  )
}
