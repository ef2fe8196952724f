import { atom, type ReadableAtom } from 'nanostores'
import type { MemberInfo, RoleInfo } from '#protocol/organization-objects.ts'
import { ADMIN, MANAGER, MEMBER } from '#protocol/permissions.ts'
import { deleteMember, freezeMember, listMembers, updateMember } from '#protocol/web/members.ts'
import { addUserRole, removeUserRole } from '#protocol/web/roles.ts'
import type { EnterpriseMessages } from '../../messages/enterprise-messages.ts'
import { createFormAction, type FormAction } from '../form-action.ts'
import { formText } from '../form-text.ts'
import { createListQuery, PAGE_ROWS, type ListQuery } from './list-query.ts'
import type { OrganizationStore } from './organization-store.ts'
import type { Question } from './question.ts'

/** Empty fields filter nothing. */
export interface MemberFilter {
  q: string
  status: '' | 'active' | 'frozen'
  role: string
}

/** Members whose role one call changes, and rows of a page that is fetched to select them. */
const IDS_AT_ONCE = 100

export const MOST_SELECTED = 1000

/** Members that a call changes, or would change, and sessions that it ends. */
interface Effect {
  updated: number
  sessions?: number | undefined
}

/** What is asked before a change, and `done`, the notice after it. */
type ChangeQuestion = Pick<Question, 'title' | 'text' | 'button' | 'isDanger'> & { done: string }

interface ChangeOptions {
  dry_run: 0 | 1
  signal: AbortSignal
}

export interface MembersFlow extends Pick<FormAction, '$isBusy' | '$formError'> {
  query: ListQuery<MemberInfo, MemberFilter>
  /** Selected members of all pages, by id. */
  $chosen: ReadableAtom<ReadonlyMap<string, MemberInfo>>
  $open: ReadableAtom<MemberInfo | undefined>
  choose(members: readonly MemberInfo[], isOn: boolean): void
  /** Selects all members that match the filter, up to `MOST_SELECTED`. */
  chooseAll(): Promise<boolean>
  chooseNone(): void
  open(member: MemberInfo | undefined): void
  save(form: FormData): Promise<boolean>
  askFreeze(members: readonly MemberInfo[], isFrozen: boolean): void
  askRemove(members: readonly MemberInfo[]): void
  askRole(members: readonly MemberInfo[], role: RoleInfo, isGiven: boolean): void
  dispose(): void
}

export function createMembersFlow(store: OrganizationStore, t: EnterpriseMessages): MembersFlow {
  const $chosen = atom<ReadonlyMap<string, MemberInfo>>(new Map())
  const $open = atom<MemberInfo | undefined>()
  const formAction = createFormAction(store.instance, { text_refused: 'deputy_name' })
  const query = createListQuery<MemberInfo, MemberFilter>(
    store,
    { q: '', status: '', role: '' },
    (filter, page, signal) =>
      store.send(listMembers, { ...filterFields(filter), page, page_size: PAGE_ROWS }, { signal }),
  )

  function done(): void {
    $chosen.set(new Map())
    $open.set(undefined)
    void query.load()
  }

  function namesOf(members: readonly MemberInfo[]): string {
    const [first] = members
    return members.length === 1 && first ? first.deputy_name : t.members.count(members.length)
  }

  function questionAbout(
    members: readonly MemberInfo[],
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
    members: readonly MemberInfo[],
    words: ChangeQuestion,
    atOnce: number,
    change: (part: readonly MemberInfo[], options: ChangeOptions) => Promise<Effect>,
  ): void {
    const { done: message, ...question } = words
    store.ask({
      ...question,
      lookUp: async (signal) => {
        const effect = await inBatches(members, atOnce, (part) =>
          change(part, { dry_run: 1, signal }),
        )
        return [t.effect.changes(effect.updated), t.effect.sessions(effect.sessions)]
      },
      act: async (signal, progress) => {
        await inBatches(members, atOnce, (part) => change(part, { dry_run: 0, signal }), progress)
        return message
      },
      after: done,
    })
  }

  return {
    query,
    $chosen,
    $open,
    $isBusy: formAction.$isBusy,
    $formError: formAction.$formError,
    choose(members, isOn) {
      const chosen = new Map($chosen.get())
      for (const one of members) {
        if (!isOn) chosen.delete(one.deputy_identity_id)
        else if (chosen.size < MOST_SELECTED) chosen.set(one.deputy_identity_id, one)
      }
      $chosen.set(chosen)
    },
    chooseAll: () =>
      formAction.run(async (signal) => {
        const chosen = new Map<string, MemberInfo>()
        for (let page = 1, isMore = true; isMore && chosen.size < MOST_SELECTED; page += 1) {
          const call = { ...filterFields(query.$filter.get()), page, page_size: IDS_AT_ONCE }
          const found = await store.send(listMembers, call, { signal })
          for (const one of found.list) chosen.set(one.deputy_identity_id, one)
          isMore = found.has_more
        }
        $chosen.set(chosen)
      }),
    chooseNone: () => $chosen.set(new Map()),
    open(member) {
      formAction.clear()
      $open.set(member)
    },
    save(form) {
      const member = $open.get()
      if (member === undefined) return Promise.resolve(false)
      const name = formText(form, 'deputy_name')
      const wanted = new Set(form.getAll('roles').map(String))
      const asked = new Set(form.getAll('asked').map(String))
      const { deputy_identity_id: id, sec_user_identity_id: secId, roles } = member
      return formAction.run(async (signal) => {
        if (form.has('deputy_name') && name !== member.deputy_name) {
          await store.send(updateMember, { deputy_identity_id: id, deputy_name: name }, { signal })
        }
        for (const key of asked) {
          if (wanted.has(key) === roles.includes(key)) continue
          const call = { role_key: key, sec_user_identity_ids: [secId] }
          await store.send(wanted.has(key) ? addUserRole : removeUserRole, call, { signal })
        }
        store.showNotice(t.members.saved(name || member.deputy_name))
        done()
      })
    },
    askFreeze(members, isFrozen) {
      const words = isFrozen ? t.members.freeze : t.members.unfreeze
      const question = questionAbout(members, words, isFrozen)
      ask(members, question, MOST_SELECTED, (part, { dry_run, signal }) => {
        const call = { ids: idsOf(part), is_frozen: isFrozen ? 1 : 0, dry_run } as const
        return store.send(freezeMember, call, { signal })
      })
    },
    askRemove(members) {
      const question = questionAbout(members, t.members.remove, true)
      // In one call, since many need a recent authentication.
      ask(members, question, MOST_SELECTED, (part, { dry_run, signal }) =>
        store.send(deleteMember, { ids: idsOf(part), dry_run }, { signal }),
      )
    },
    askRole(members, role, isGiven) {
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
      ask(members, question, IDS_AT_ONCE, (part, { dry_run, signal }) => {
        const ids = part.map(({ sec_user_identity_id: id }) => id)
        const call = { role_key: role.role_key, sec_user_identity_ids: ids, dry_run }
        return store.send(isGiven ? addUserRole : removeUserRole, call, { signal })
      })
    },
    dispose: () => query.dispose(),
  }
}

function filterFields({ q, status, role }: MemberFilter): object {
  return { q: q.trim() || undefined, status: status || undefined, role: role || undefined }
}

function idsOf(members: readonly MemberInfo[]): string[] {
  return members.map(({ deputy_identity_id: id }) => id)
}

/** Makes one call for each batch; if one is rejected, earlier ones stay done. */
async function inBatches(
  members: readonly MemberInfo[],
  atOnce: number,
  change: (part: readonly MemberInfo[]) => Promise<Effect>,
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
  return state.at === 'ready' ? state.organization.subject_name : ''
}

/** Returns a role's name; built-in ones are translated. */
export function roleNameOf(
  {
    role_key: key,
    role_name: name,
    is_builtin: isBuiltIn,
  }: Pick<RoleInfo, 'role_key' | 'role_name' | 'is_builtin'>,
  t: EnterpriseMessages,
): string {
  return isBuiltIn === 1 && (key === MANAGER || key === ADMIN || key === MEMBER)
    ? t.roles.builtIn[key]
    : name
}
