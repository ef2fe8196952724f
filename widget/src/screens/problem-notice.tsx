import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { CodeStep } from '../flows/code-step.ts'
import type { Task } from '../flows/task.ts'
import type { StartView } from '../settings.ts'
import { useFrame } from '../ui/frame.tsx'
import { Notice } from '../ui/notice.tsx'
import { ViewLink } from '../ui/view-link.tsx'
import { part } from '../ui/part.ts'

/** Says what concerns the whole form; what concerns a field stands beside it. */
export function ProblemNotice(props: {
  flow: Pick<Task, '$problem' | '$isBusy'> & { code: CodeStep }
  onGo: (view: StartView) => void
}): ReactNode {
  const { messages } = useFrame().texts
  const problem = useStore(props.flow.$problem)
  const isBusy = useStore(props.flow.$isBusy)
  const code = useStore(props.flow.code.$state)
  const wasResent = code.step === 'code' && code.sent > 1
  return (
    <Notice
      error={
        problem && problem.field === undefined ? <ProblemText {...props} problem={problem} /> : null
      }
      info={wasResent && !isBusy && problem === undefined ? messages.resent : null}
    />
  )
}

function ProblemText(props: {
  problem: { text: string; remedy?: 'sign-in' | 'sign-up' }
  onGo: (view: StartView) => void
}): ReactNode {
  const { messages } = useFrame().texts
  const { text, remedy } = props.problem
  return (
    <>
      <p {...part('text')}>{text}</p>
      {remedy !== undefined && (
        <ViewLink to={remedy === 'sign-in' ? 'login' : 'sign-up'} onGo={props.onGo}>
          {remedy === 'sign-in' ? messages.signIn : messages.signUp}
        </ViewLink>
      )}
    </>
  )
}
