import { atom } from 'nanostores'
import { MANAGER, MEMBER } from '#protocol/permissions.ts'
import { banRole, listRoles, saveRole, type Role } from '../../client/calls/roles.ts'
import type { EnterpriseMessages } from '../../messages/enterprise-messages.ts'
import { createFormAction } from '../../ui/flows/form-action.ts'
import { formText } from '../../ui/flows/form-text.ts'
import { createListQuery } from '../../ui/flows/list-query.ts'
import { nameOf } from './members.ts'
import type { OrganizationStore } from './organization-store.ts'
import type { MadeBy } from '../../ui/flows/made-by.ts'

/** Most rows of a page, by the protocol. */
const MOST_ROWS = 100

export type RolesFlow = MadeBy<typeof createRolesFlow>

/** All roles are on one page. */
export function createRolesFlow(store: OrganizationStore, t: EnterpriseMessages) {
  const $open = atom<Role | 'new' | undefined>()
  const formAction = createFormAction(store.instance, {
    role_exists: 'role_name',
    text_refused: 'role_name',
  })
  const query = createListQuery<Role, object>(store.instance, {}, async (_, page, signal) => {
    const list: Role[] = []
    for (let next = page, isMore = true; isMore; next += 1) {
      const found = await listRoles(store.send, { page: next, pageSize: MOST_ROWS }, { signal })
      list.push(...found.list)
      isMore = found.hasMore
    }
    return { list, total: list.length, hasMore: false }
  })

  function done(notice: string): void {
    store.showNotice(notice)
    $open.set(undefined)
    void query.load()
  }

  return {
    query,
    /** The role in the dialog; `new` for a new one. */
    $open,
    ...formAction.shown,
    open(role: Role | 'new' | undefined) {
      formAction.clear()
      $open.set(role)
    },
    save(form: FormData) {
      const role = $open.get()
      if (role === undefined) return Promise.resolve(false)
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
        roleName: name,
        permissions,
        description: formText(form, 'description').trim(),
      }
      return formAction.run(async () => {
        const key = role === 'new' ? undefined : role.roleKey
        await saveRole(store.send, fields, key)
        done(t.roles.saved(name))
      })
    },
    askBan(role: Role, isBanned: boolean) {
      const words = isBanned ? t.roles.ban : t.roles.unban
      const { roleName: name, memberCount: count } = role
      store.ask({
        title: words.title(name),
        text: words.text(count, nameOf(store)),
        button: words.button,
        isDanger: isBanned,
        done: words.done(name),
        act: () => banRole(store.send, role, isBanned),
        after: () => done(words.done(name)),
      })
    },
    dispose: () => query.dispose(),
  }
}

/** Returns roles that can be given: neither banned, nor manager, nor member. */
export function assignableRoles(roles: readonly Role[]): Role[] {
  return roles.filter(
    ({ roleKey: key, isBanned }) => key !== MANAGER && key !== MEMBER && !isBanned,
  )
}

/** Returns permissions of a role that the person lacks, and so may not give. */
export function missingPermissions(
  role: Pick<Role, 'permissions'>,
  permissions: ReadonlySet<string>,
): string[] {
  return role.permissions.filter((one) => !permissions.has(one))
}

/** Returns roles that the person may give and take. */
export function grantableRoles(roles: readonly Role[], permissions: ReadonlySet<string>): Role[] {
  return assignableRoles(roles).filter((role) => missingPermissions(role, permissions).length === 0)
}
