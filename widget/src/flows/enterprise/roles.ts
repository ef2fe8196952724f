import { atom, type ReadableAtom } from 'nanostores'
import type { RoleInfo } from '#protocol/organization-objects.ts'
import { MANAGER, MEMBER } from '#protocol/permissions.ts'
import { banRole, createRole, listRoles, updateRole } from '#protocol/web/roles.ts'
import type { EnterpriseMessages } from '../../messages/enterprise-messages.ts'
import { createFormAction, type FormAction } from '../form-action.ts'
import { formText } from '../form-text.ts'
import { createListQuery, type ListQuery } from './list-query.ts'
import { nameOf } from './members.ts'
import type { OrganizationStore } from './organization-store.ts'

/** Most rows of a page, by the protocol. */
const MOST_ROWS = 100

export interface RolesFlow extends Pick<FormAction, '$isBusy' | '$formError'> {
  query: ListQuery<RoleInfo, object>
  /** The role in the dialog; `new` for a new one. */
  $open: ReadableAtom<RoleInfo | 'new' | undefined>
  open(role: RoleInfo | 'new' | undefined): void
  save(form: FormData): Promise<boolean>
  askBan(role: RoleInfo, isBanned: boolean): void
  dispose(): void
}

/** All roles are on one page. */
export function createRolesFlow(store: OrganizationStore, t: EnterpriseMessages): RolesFlow {
  const $open = atom<RoleInfo | 'new' | undefined>()
  const formAction = createFormAction(store.instance, {
    role_exists: 'role_name',
    text_refused: 'role_name',
  })
  const query = createListQuery<RoleInfo, object>(store, {}, async (_, page, signal) => {
    const list: RoleInfo[] = []
    for (let next = page, isMore = true; isMore; next += 1) {
      const found = await store.send(listRoles, { page: next, page_size: MOST_ROWS }, { signal })
      list.push(...found.list)
      isMore = found.has_more
    }
    return { list, total: list.length, page, page_size: list.length, has_more: false }
  })

  function done(notice: string): void {
    store.showNotice(notice)
    $open.set(undefined)
    void query.load()
  }

  return {
    query,
    $open,
    $isBusy: formAction.$isBusy,
    $formError: formAction.$formError,
    open(role) {
      formAction.clear()
      $open.set(role)
    },
    save(form) {
      const role = $open.get()
      const name = formText(form, 'role_name')
      const permissions = form.getAll('permissions').map(String)
      if (
        formAction.setFieldErrors({
          role_name: name === '' ? t.roles.needName : undefined,
          permissions: permissions.length === 0 ? t.roles.needPermission : undefined,
        })
      ) {
        return Promise.resolve(false)
      }
      const fields = {
        role_name: name,
        permissions,
        description: formText(form, 'description').trim(),
      }
      return formAction.run(async (signal) => {
        if (role === 'new') await store.send(createRole, fields, { signal })
        else if (role)
          await store.send(updateRole, { ...fields, role_key: role.role_key }, { signal })
        done(t.roles.saved(name))
      })
    },
    askBan(role, isBanned) {
      const words = isBanned ? t.roles.ban : t.roles.unban
      const { role_key, role_name: name, user_count: count } = role
      store.ask({
        title: words.title(name),
        text: words.text(count, nameOf(store)),
        button: words.button,
        isDanger: isBanned,
        act: async (signal) => {
          const call = { role_key, is_banned: isBanned ? 1 : 0, confirm: 1 } as const
          await store.send(banRole, call, { signal })
          return words.done(name)
        },
        after: () => done(words.done(name)),
      })
    },
    dispose: () => query.dispose(),
  }
}

/** Returns roles that can be given: neither banned, nor manager, nor member. */
export function assignableRoles(roles: readonly RoleInfo[]): RoleInfo[] {
  return roles.filter(
    ({ role_key: key, is_banned: isBanned }) => key !== MANAGER && key !== MEMBER && isBanned === 0,
  )
}

/** Returns permissions of a role that the person lacks, and so may not give. */
export function missingPermissions(
  role: Pick<RoleInfo, 'permissions'>,
  permissions: ReadonlySet<string>,
): string[] {
  return role.permissions.filter((one) => !permissions.has(one))
}

/** Returns roles that the person may give and take. */
export function grantableRoles(
  roles: readonly RoleInfo[],
  permissions: ReadonlySet<string>,
): RoleInfo[] {
  return assignableRoles(roles).filter((role) => missingPermissions(role, permissions).length === 0)
}
