import { atom } from 'nanostores'
import type { ReactNode } from 'react'
import { errorMessages } from '#protocol/messages/all-errors.ts'
import type { InvitationStep } from '../src/enterprise/flows/invitations.ts'
import type { InvitedRow, ManyStep, RowFilter } from '../src/enterprise/flows/invite-many.ts'
import type { ListState } from '../src/ui/flows/list-query.ts'
import type { OrganizationState } from '../src/enterprise/flows/organization-store.ts'
import type { MembersFlow } from '../src/enterprise/flows/members.ts'
import { noFilter, type Person } from '../src/enterprise/flows/people.ts'
import type { RolesFlow } from '../src/enterprise/flows/roles.ts'
import type { TransferStep } from '../src/enterprise/flows/transfer.ts'
import { createInstance } from '../src/base/create-instance.ts'
import type { EnterpriseMessages } from '../src/messages/enterprise-messages.ts'
import type { Messages } from '../src/messages/messages.ts'
import { Activity } from '../src/enterprise/screens/activity.tsx'
import { EnterpriseProvider } from '../src/enterprise/screens/frame.tsx'
import { OrganizationGate } from '../src/enterprise/screens/gate.tsx'
import { InvitationView } from '../src/enterprise/screens/invitation-dialog.tsx'
import { InviteManyView } from '../src/enterprise/screens/invite-many.tsx'
import { MemberView } from '../src/enterprise/screens/member-dialog.tsx'
import { People, type PeopleFlows } from '../src/enterprise/screens/people.tsx'
import { QuestionView } from '../src/ui/question-dialog.tsx'
import { Roles, RoleView } from '../src/enterprise/screens/roles.tsx'
import { Rules } from '../src/enterprise/screens/rules.tsx'
import { OrganizationSettings } from '../src/enterprise/screens/settings.tsx'
import {
  fixtureStore,
  gateStates,
  heldState,
  readyState,
  sampleEvents,
  sampleInvitation,
  sampleMembers,
  sampleRoles,
  transferSteps,
} from './states/enterprise.ts'
import { Transfer } from '../src/enterprise/screens/transfer.tsx'
import { readSettings } from '../src/base/settings.ts'
import { each, fixtureQuery, nothing, refuse } from './fixtures.tsx'

type Shown = Record<string, ReactNode>

const still = { $isBusy: atom(false), $formError: atom(undefined) }
const admin = readyState([
  'deputy.read',
  'deputy.update',
  'role.read',
  'role.create',
  'role.update',
])

/** Every state of every screen of the console. */
export function enterpriseStates(messages: Messages, t: EnterpriseMessages): Record<string, Shown> {
  const { common, language } = messages
  const { settings } = readSettings(
    { aid: '1', lang: language, server: '', pages: '' },
    { server: '', language },
  )
  const instance = createInstance(
    {
      emit: () => true,
      navigate: nothing,
      openChallenge: () => Promise.reject(new Error('no challenge here')),
      requestedNext: () => '',
      requestedPrompt: () => '',
      requestedTicket: () => '',
      dropTicket: nothing,
      sealRoot: undefined,
    },
    { prefix: 'gallery', settings, messages },
  )
  const roles: RolesFlow = {
    ...still,
    query: fixtureQuery(sampleRoles, {}),
    $open: atom(undefined),
    open: nothing,
    save: refuse,
    askBan: nothing,
    dispose: nothing,
  }
  const within = (part: ReactNode, state: OrganizationState = readyState()): ReactNode => (
    <EnterpriseProvider frame={{ store: fixtureStore(instance, state), t, roles }}>
      <div className="pl-root-wide">
        <div className="pl-console">{part}</div>
      </div>
    </EnterpriseProvider>
  )

  const invitation = sampleInvitation
  const everybody: Person[] = [
    { kind: 'invitation', invitation },
    ...sampleMembers.map((member) => ({ kind: 'member', member }) as const),
  ]

  function people(list: Partial<ListState<Person>>, q = ''): PeopleFlows {
    const { rows = everybody, total = rows.length } = list
    const invitations = rows.filter((one) => one.kind === 'invitation').length
    const found = { members: total - invitations, invitations }
    return {
      people: {
        ...fixtureQuery(rows, { ...noFilter, q }, list),
        $found: atom(found),
        $all: atom(found),
      },
      members: members(list.page === 2 ? sampleMembers : []),
      invitations: flowOf({ at: 'list' }),
    }
  }
  function members(chosen: typeof sampleMembers = []): MembersFlow {
    return {
      ...still,
      $chosen: atom(new Map(chosen.map((one) => [one.membershipId, one]))),
      $open: atom(undefined),
      choose: nothing,
      chooseAll: refuse,
      chooseNone: nothing,
      open: nothing,
      save: refuse,
      askFreeze: nothing,
      askRemove: nothing,
      askRole: nothing,
    }
  }
  const list = (flows: PeopleFlows, state?: OrganizationState): ReactNode =>
    within(<People flows={flows} />, state)
  const offline = { step: 'failed', formError: { text: common.offline } } as const
  const flowOf = (step: InvitationStep): PeopleFlows['invitations'] => ({
    ...still,
    $step: atom(step),
    $resendIn: atom(0),
    go: nothing,
    save: refuse,
    resend: refuse,
    askCancel: nothing,
    dispose: nothing,
  })

  return {
    'enterprise gate': each(gateStates(messages), (state) =>
      within(<OrganizationGate>{null}</OrganizationGate>, state),
    ),
    'enterprise people': {
      list: list(people({})),
      chosen: list(people({ page: 2, total: 4312, hasMore: true })),
      loading: list(people({ rows: [], step: 'loading' })),
      offline: list(people(offline)),
      empty: list(people({ rows: [] })),
      'nothing found': list(people({ rows: [] }, 'xyz')),
      'no right': list(people({}), readyState([])),
      'one to change': within(memberView(members(), 1)),
      'one beyond own rights': within(memberView(members(), 1), admin),
      oneself: within(memberView(members(), 0)),
    },
    'enterprise question': {
      'looking up': within(question(undefined)),
      effect: within(question([t.effect.changes(3), t.effect.sessions(2)])),
      refused: within(question([], errorMessages[language].manager_protected)),
      'name to type': within(question([], undefined, 'Harbour KK')),
    },
    'enterprise invitations': {
      new: within(<InvitationView flow={flowOf({ at: 'new' })} step={{ at: 'new' }} />),
      open: within(
        <InvitationView flow={flowOf({ at: 'list' })} step={{ at: 'open', invitation }} />,
      ),
      sent: within(
        <InvitationView flow={flowOf({ at: 'list' })} step={{ at: 'sent', invitation }} />,
      ),
      'many, input': within(many({ at: 'input' })),
      'many, preview': within(many({ at: 'preview' })),
      'many, sending': within(many({ at: 'sending', done: 200, all: 9963 })),
      'many, paused': within(many({ at: 'paused' })),
    },
    'enterprise roles': {
      list: within(<Roles flow={roles} />),
      new: within(<RoleView flow={roles} shown="new" />, admin),
      'built in': within(<RoleView flow={roles} shown={sampleRoles[1] ?? 'new'} />),
      own: within(<RoleView flow={roles} shown={sampleRoles[3] ?? 'new'} />),
      'beyond own rights': within(<RoleView flow={roles} shown={sampleRoles[3] ?? 'new'} />, admin),
    },
    'enterprise organization': {
      settings: within(settingsView()),
      'settings, after a hand-over': within(settingsView(), heldState),
      rules: within(rules()),
      'rules, after a hand-over': within(rules(), heldState),
      'rules, to read': within(rules(), readyState(['policy.read'])),
      activity: within(
        <Activity
          flow={{
            query: fixtureQuery(sampleEvents, { kind: '' as const, from: '', to: '' }),
            fileAddress: () => '#',
            dispose: nothing,
          }}
        />,
      ),
    },
    'enterprise hand-over': Object.fromEntries(
      transferSteps.map((step) => [step.at, within(transfer(step))]),
    ),
  }

  function memberView(flow: MembersFlow, at: number): ReactNode {
    const one = sampleMembers[at]
    return one && <MemberView flow={flow} member={one} />
  }

  function question(
    effect: readonly string[] | undefined,
    error?: string,
    typed?: string,
  ): ReactNode {
    const words = t.members.remove
    const { settings: about } = t
    return (
      <QuestionView
        words={{ ...t.effect, back: t.back }}
        flow={{
          question: {
            title: words.title('Ben Ito'),
            text: words.text('Harbour KK'),
            button: words.button,
            isDanger: true,
            ...(typed !== undefined && {
              typed: { label: about.remove.typed(typed), text: typed, wrong: about.remove.wrong },
            }),
            act: () => Promise.resolve(),
          },
          $effect: atom(effect),
          $progress: atom(undefined),
          $isBusy: atom(false),
          $formError: atom(error === undefined ? undefined : { text: error }),
          load: refuse,
          submit: refuse,
          close: nothing,
        }}
      />
    )
  }

  function many(step: ManyStep): ReactNode {
    const row = (at: number, more: Partial<InvitedRow>): InvitedRow => ({
      row: at,
      address: `person-${at}@example.com`,
      memberName: 'Cara Holm',
      roles: ['admin'],
      externalId: '',
      problem: '',
      invited: undefined,
      roleKeys: ['admin'],
      result: 'ready',
      reason: '',
      ...more,
    })
    const rows = [
      row(2, {}),
      row(3, { result: 'member' }),
      row(4, { result: 'wrong', reason: t.many.duplicate }),
    ]
    return (
      <InviteManyView
        flow={{
          ...still,
          $step: atom(step),
          $counts: atom({ ready: 9963, member: 1, wrong: 36 }),
          query: fixtureQuery<InvitedRow, RowFilter>(rows, { only: '' }),
          readFile: refuse,
          read: refuse,
          send: refuse,
          pause: nothing,
          restart: nothing,
          results: () => '',
          dispose: nothing,
        }}
        onBack={nothing}
      />
    )
  }

  function settingsView(): ReactNode {
    return (
      <OrganizationSettings
        flow={{
          ...still,
          load: refuse,
          save: refuse,
          uploadLogo: refuse,
          removeLogo: refuse,
          askFreeze: nothing,
          askDelete: nothing,
        }}
      />
    )
  }

  function rules(): ReactNode {
    return (
      <Rules
        flow={{
          $policy: atom({
            sessionHours: 12,
            idleMinutes: 0,
            twoStepVerification: 'new_device',
            level: 2,
            below: { 2: 3, 3: 12 },
            methods: ['password', 'code'],
            invitesDomainsOnly: false,
            joinsByDomain: true,
            clients: 'verified',
            endsSession: false,
          }),
          $domains: atom([
            {
              domain: 'harbour.example',
              isVerified: true,
              mailbox: 'postmaster',
              recordName: '',
              recordText: '',
            },
            {
              domain: 'orchard.example',
              isVerified: false,
              mailbox: 'postmaster',
              recordName: '_passport.orchard.example',
              recordText: `passport-organization=${'r'.repeat(43)}`,
            },
            {
              domain: 'quay.example',
              isVerified: false,
              mailbox: '',
              recordName: '_passport.quay.example',
              recordText: `passport-organization=${'r'.repeat(43)}`,
            },
          ]),
          rules: still,
          domains: still,
          load: refuse,
          save: refuse,
          addDomain: refuse,
          verify: refuse,
          askRemove: nothing,
        }}
      />
    )
  }

  function transfer(step: TransferStep): ReactNode {
    return (
      <Transfer
        onDone={nothing}
        flow={{
          $step: atom(step),
          $resendIn: atom(0),
          $isBusy: atom(false),
          $formError: atom(step.at === 'failed' ? { text: common.offline } : undefined),
          query: fixtureQuery(sampleMembers.slice(1), { q: '' }),
          load: refuse,
          sendOwnCode: refuse,
          choose: refuse,
          resend: refuse,
          submit: refuse,
          askTransfer: nothing,
          askCancel: nothing,
          dispose: nothing,
        }}
      />
    )
  }
}
