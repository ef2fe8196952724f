import { useStore } from '@nanostores/react'
import { useEffect, type ReactNode } from 'react'
import type { Member } from '../../client/calls/members.ts'
import type { TransferFlow, TransferStep } from '../flows/transfer.ts'
import { ActionButton, LinkButton, SubmitButton } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { Form } from '../../ui/form.tsx'
import { useFrame } from '../../ui/frame.tsx'
import { Heading } from '../../ui/heading.tsx'
import { partProps } from '../../ui/part-props.ts'
import { ResendLink } from '../../ui/resend-link.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorOf } from '../../ui/form-error-notice.tsx'
import { Filters } from './filters.tsx'
import { Blank, holdText, useEnterprise, useOrganization } from './frame.tsx'
import { Table } from './table.tsx'

/** Number of the step, of four, that each state belongs to. */
const numbers: Partial<Record<TransferStep['at'], number>> = {
  begin: 1,
  'own-code': 1,
  choose: 2,
  wait: 3,
  agreed: 4,
}

/** Transfers the organization to another manager, from either side. */
export function Transfer(props: {
  flow: TransferFlow
  /** Goes on after the hand-over. */
  onDone: () => void
}): ReactNode {
  const { flow, onDone } = props
  const { t } = useEnterprise()
  useEffect(() => void flow.load(), [flow])
  const step = useStore(flow.$step)
  const formError = useStore(flow.$formError)
  const number = numbers[step.at]
  if (step.at === 'loading' && !formError) return <Skeleton label={t.loading} />
  return (
    <div {...partProps('narrow')}>
      <div {...partProps('head')}>
        {number !== undefined && (
          <p {...partProps('text', 'step')}>{t.transfer.stepOf(number, 4)}</p>
        )}
        <Title key={step.at} step={step} />
      </div>
      <Step flow={flow} step={step} onDone={onDone} />
      <ErrorOf
        formError={formError}
        onAgain={(step.at === 'failed' || step.at === 'loading') && flow.load}
      />
      {isUnderWay(step) && (
        <p {...partProps('foot', 'foot-start')}>
          <LinkButton onClick={() => flow.askCancel()}>{t.transfer.cancel.button}</LinkButton>
        </p>
      )}
    </div>
  )
}

function isUnderWay({ at }: TransferStep): boolean {
  return ['choose', 'wait', 'agreed', 'not-here', 'asked', 'has-agreed'].includes(at)
}

function Title({ step }: { step: TransferStep }): ReactNode {
  const { transfer: t } = useEnterprise().t
  const { organization } = useOrganization()
  const { prefix, messages } = useFrame()
  const { language, common } = messages
  const [title, text] = wordsOf(step, t, organization.organizationName, language)
  const time =
    'until' in step && step.at !== 'held' && step.until > 0
      ? new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(step.until * 1000)
      : ''
  return (
    <>
      <Heading hasFocus={step.at !== 'begin' && step.at !== 'none'}>{title}</Heading>
      {text !== '' && (
        <p {...partProps('text', 'intro')} id={`${prefix}-sent`}>
          {time === '' ? text : common.twoSentences(text, t.until(time))}
        </p>
      )}
    </>
  )
}

type Words = ReturnType<typeof useEnterprise>['t']['transfer']

function wordsOf(
  step: TransferStep,
  t: Words,
  organization: string,
  language: string,
): [title: string, text: string] {
  switch (step.at) {
    case 'loading':
    case 'failed':
      return [t.title, '']
    case 'no-address':
      return [t.title, t.noAddress]
    case 'held':
      return [t.held, holdText(step.until, t, language)]
    case 'begin':
      return [t.title, t.begin(organization)]
    case 'own-code':
      return [t.prove, '']
    case 'choose':
      return [t.choose, t.chooseText]
    case 'wait':
      return [t.wait(step.to), t.waitText(step.to)]
    case 'agreed':
      return [t.agreed(step.to), t.agreedText]
    case 'not-here':
      return [t.notHere, t.notHereText]
    case 'asked':
      return [t.requested(step.from), t.requestedText(organization)]
    case 'has-agreed':
      return [t.hasAgreed, t.hasAgreedText(step.from)]
    case 'done':
      return [t.done(step.to), t.doneText(organization)]
    case 'none':
      return [t.notStarted, t.notStartedText]
  }
}

function Step(props: { flow: TransferFlow; step: TransferStep; onDone: () => void }): ReactNode {
  const { flow, step, onDone } = props
  const t = useEnterprise().t.transfer
  const { prefix, messages } = useFrame()
  const { common } = messages
  const resendIn = useStore(flow.$resendIn)
  if (step.at === 'begin') {
    return (
      <Form flow={flow} onSubmit={() => flow.sendOwnCode()}>
        <p {...partProps('text')}>{common.twoSentences(t.prove, t.sendTo(step.sentTo))}</p>
        <SubmitButton>{t.send}</SubmitButton>
      </Form>
    )
  }
  if (step.at === 'own-code' || step.at === 'wait' || step.at === 'asked') {
    return (
      <Form key={step.at} flow={flow} onSubmit={flow.submit}>
        {step.at === 'own-code' && (
          <p {...partProps('text')} id={`${prefix}-sent`}>
            {common.codeSent(step.sentTo, step.wasRefused)}
          </p>
        )}
        <CodeField />
        {step.at !== 'asked' && (
          <ResendLink
            resendIn={resendIn}
            onClick={() => void (step.at === 'wait' ? flow.resend() : flow.sendOwnCode())}
          />
        )}
        <SubmitButton>{step.at === 'asked' ? t.agree : t.confirm}</SubmitButton>
      </Form>
    )
  }
  if (step.at === 'choose') return <Successors flow={flow} />
  if (step.at === 'agreed') {
    return <ActionButton onClick={() => flow.askTransfer()}>{t.finish.button}</ActionButton>
  }
  if (step.at === 'done') {
    return <ActionButton onClick={onDone}>{t.proceed}</ActionButton>
  }
  return null
}

function Successors({ flow }: { flow: TransferFlow }): ReactNode {
  const { t } = useEnterprise()
  const { query } = flow
  const { q } = useStore(query.$filter)
  useEffect(() => void query.load(), [query])
  return (
    <>
      <Filters search={{ q, onType: (text) => query.filter({ q: text }, true) }} />
      <Table<Member, unknown>
        query={query}
        caption={t.transfer.choose}
        keyOf={(row) => row.membershipId}
        nameOf={(row) => row.memberName}
        columns={[
          { label: t.members.name, cell: (row) => row.memberName },
          { label: t.members.address, cell: (row) => row.email || row.mobile },
        ]}
        acts={(row) => (
          <RowButton
            label={t.transfer.chooseOne(row.memberName)}
            onClick={() => void flow.choose(row)}
          >
            {t.transfer.chooseShort}
          </RowButton>
        )}
        empty={<Blank title={t.transfer.nobody} text={t.transfer.nobodyText} />}
        onClear={q === '' ? undefined : () => query.filter({ q: '' })}
      />
    </>
  )
}
