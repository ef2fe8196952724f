import { atom } from 'nanostores'
import {
  freezeMembers,
  listMembers,
  removeMembers,
  renameMember,
  type Effect,
  type Member,
} from '../../client/calls/members.ts'
import { assignRole, type Role } from '../../client/calls/roles.ts'
import { ADMIN, MANAGER, MEMBER } from '#protocol/permissions.ts'
import type { EnterpriseMessages } from '../../messages/enterprise-messages.ts'
import { createFormAction } from '../../ui/flows/form-action.ts'
import { formText } from '../../ui/flows/form-text.ts'
import type { OrganizationStore } from './organization-store.ts'
import { toMemberFilter, type PeopleQuery } from './people.ts'
import type { Question } from '../../ui/flows/question.ts'
import type { MadeBy } from '../../ui/flows/made-by.ts'

/** Members whose role one call changes, and rows of a page that is fetched to select them. */
const IDS_AT_ONCE = 100

export const MOST_SELECTED = 1000

/** What is asked before a change, and said after it. */
type ChangeQuestion = Pick<Question, 'title' | 'text' | 'button' | 'isDanger' | 'done'>

export type MembersFlow = MadeBy<typeof createMembersFlow>

/** Changes members of a list, which is loaded again after it. */
export function createMembersFlow(
  store: OrganizationStore,
  t: EnterpriseMessages,
  people: Pick<PeopleQuery, 'load' | '$filter'>,
) {
  const $chosen = atom<ReadonlyMap<string, Member>>(new Map())
  const $open = atom<Member | undefined>()
  const formAction = createFormAction(store.instance, { text_refused: 'deputy_name' })

  function done(): void {
    $chosen.set(new Map())
    $open.set(undefined)
    void people.load()
  }

  function namesOf(members: readonly Member[]): string {
    const [first] = members
    return members.length === 1 && first ? first.memberName : t.members.count(members.length)
  }

  function questionAbout(
    members: readonly Member[],
    words: typeof t.members.freeze,
    isDanger: boolean,
  ): ChangeQuestion {
    const who = namesOf(members)
    const { button } = words
    const text = words.text(nameOf(store))
    return { title: words.title(who), text, button, isDanger, done: words.done(who) }
  }

  /** Asks before a change and shows its effect, which a dry run finds out. */
  function ask(
    members: readonly Member[],
    question: ChangeQuestion,
    atOnce: number,
    change: (part: readonly Member[], isTrial: boolean) => Promise<Effect>,
  ): void {
    store.ask({
      ...question,
      lookUp: async () => {
        const effect = await inBatches(members, atOnce, (part) => change(part, true))
        return [t.effect.changes(effect.updated), t.effect.sessions(effect.sessions)]
      },
      act: (progress) => inBatches(members, atOnce, (part) => change(part, false), progress),
      after: done,
    })
  }

  return {
    /** Selected members of all pages, by id. */
    $chosen,
    $open,
    ...formAction.shown,
    choose(members: readonly Member[], isOn: boolean) {
      const chosen = new Map($chosen.get())
      for (const one of members) {
        if (!isOn) chosen.delete(one.membershipId)
        else if (chosen.size < MOST_SELECTED) chosen.set(one.membershipId, one)
      }
      $chosen.set(chosen)
    },
    /** Selects all members that match the filter, up to `MOST_SELECTED`. */
    chooseAll: () =>
      formAction.run(async () => {
        const chosen = new Map<string, Member>()
        for (let page = 1, isMore = true; isMore && chosen.size < MOST_SELECTED; page += 1) {
          const call = { ...toMemberFilter(people.$filter.get()), page, pageSize: IDS_AT_ONCE }
          const found = await listMembers(store.send, call)
          for (const one of found.list) chosen.set(one.membershipId, one)
          isMore = found.hasMore
        }
        $chosen.set(chosen)
      }),
    chooseNone: () => $chosen.set(new Map()),
    open(member: Member | undefined) {
      formAction.clear()
      $open.set(member)
    },
    save(form: FormData) {
      const member = $open.get()
      if (member === undefined) return Promise.resolve(false)
      const name = formText(form, 'deputy_name')
      const wanted = new Set(form.getAll('roles').map(String))
      const asked = new Set(form.getAll('asked').map(String))
      const { roles } = member
      if (form.has('deputy_name') && name.trim() === '') {
        return Promise.resolve(formAction.setFieldError('deputy_name', t.invitations.needName))
      }
      return formAction.run(async () => {
        if (form.has('deputy_name') && name !== member.memberName) {
          await renameMember(store.send, member, name)
        }
        for (const key of asked) {
          if (wanted.has(key) === roles.includes(key)) continue
          const change = { roleKey: key, isGiven: wanted.has(key), isTrial: false }
          await assignRole(store.send, [member], change)
        }
        store.showNotice(t.members.saved(name || member.memberName))
        done()
      })
    },
    askFreeze(members: readonly Member[], isFrozen: boolean) {
      const words = isFrozen ? t.members.freeze : t.members.unfreeze
      const question = questionAbout(members, words, isFrozen)
      ask(members, question, MOST_SELECTED, (part, isTrial) =>
        freezeMembers(store.send, part, { isFrozen, isTrial }),
      )
    },
    askRemove(members: readonly Member[]) {
      const question = questionAbout(members, t.members.remove, true)
      // In one call, since many need a recent authentication.
      ask(members, question, MOST_SELECTED, (part, isTrial) =>
        removeMembers(store.send, part, { isTrial }),
      )
    },
    askRole(members: readonly Member[], role: Role, isGiven: boolean) {
      const words = isGiven ? t.members.give : t.members.take
      const who = namesOf(members)
      const name = roleNameOf(role, t)
      const question = {
        title: words.title(name, who),
        text: words.text(role.permissions.length),
        button: words.button,
        isDanger: !isGiven,
        done: words.done(name, who),
      }
      const { roleKey } = role
      ask(members, question, IDS_AT_ONCE, (part, isTrial) =>
        assignRole(store.send, part, { roleKey, isGiven, isTrial }),
      )
    },
  }
}

/** Makes one call for each batch; if one is rejected, earlier ones stay done. */
async function inBatches(
  members: readonly Member[],
  atOnce: number,
  change: (part: readonly Member[]) => Promise<Effect>,
  progress: (done: number, all: number) => void = () => undefined,
): Promise<{ updated: number; sessions: number }> {
  const sum = { updated: 0, sessions: 0 }
  for (let from = 0; from < members.length; from += atOnce) {
    progress(from, members.length)
    const { updated, sessions = 0 } = await change(members.slice(from, from + atOnce))
    sum.updated += updated
    sum.sessions += sessions
  }
  return sum
}

/** Returns the organization's name; empty before it is loaded. */
export function nameOf({ $state }: OrganizationStore): string {
  const state = $state.get()
  return state.at === 'ready' ? state.organization.organizationName : ''
}

/** Returns a role's name; built-in ones are translated. */
export function roleNameOf(
  { roleKey: key, roleName: name, isBuiltIn }: Pick<Role, 'roleKey' | 'roleName' | 'isBuiltIn'>,
  t: EnterpriseMessages,
): string {
  return isBuiltIn && (key === MANAGER || key === ADMIN || key === MEMBER)
    ? t.roles.builtIn[key]
    : name
}
