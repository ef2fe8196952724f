import {
  createOrganization,
  deleteOrganization,
  freezeOrganization,
  organizationInfo,
  updateOrganization,
  uploadLogo,
} from '../../client/calls/organizations.ts'
import type { EnterpriseMessages } from '../../messages/enterprise-messages.ts'
import { wholeCrop } from '../../ui/flows/crop.ts'
import { createFormAction } from '../../ui/flows/form-action.ts'
import { formText } from '../../ui/flows/form-text.ts'
import { readPicture, writeSquare } from '../../ui/flows/picture-file.ts'
import type { Question } from '../../ui/flows/question.ts'
import type { OrganizationStore } from './organization-store.ts'

export type OrganizationSettingsFlow = ReturnType<typeof createOrganizationSettingsFlow>

const logoErrors = { file_type: 'logo', file_size: 'logo' }

const nameErrors = {
  text_refused: 'subject_name',
  bad_parameter: 'subject_name',
}

/** Makes the form of one console; the person acts for the new organization from then on. */
export function createFoundingFlow(store: OrganizationStore, t: EnterpriseMessages) {
  const { instance } = store
  const formAction = createFormAction(instance, nameErrors)
  return {
    ...formAction.shown,
    create(form: FormData) {
      const call = { organizationName: formText(form, 'subject_name').trim() }
      if (call.organizationName === '') {
        return Promise.resolve(formAction.setFieldError('subject_name', t.invitations.needName))
      }
      return formAction.run(async () => {
        const { send } = instance.client()
        await createOrganization(send, call.organizationName)
        await store.load()
        store.showNotice(t.founded(call.organizationName))
      })
    },
  }
}

export function createOrganizationSettingsFlow(store: OrganizationStore, t: EnterpriseMessages) {
  const formAction = createFormAction(store.instance, { ...nameErrors, ...logoErrors })
  // Apart, because the form can be used meanwhile.
  const loading = createFormAction(store.instance, {})

  /** Asks before everybody is signed out of the organization. */
  function ask(
    words: Pick<typeof t.settings.freeze, 'title' | 'text' | 'button' | 'done'>,
    more: (name: string) => Pick<Question, 'act' | 'typed'>,
  ): void {
    const state = store.$state.get()
    if (state.at !== 'ready') return
    const { organizationName: name, memberCount: count } = state.organization
    store.ask({
      title: words.title(name),
      text: words.text(t.members.count(count)),
      button: words.button,
      isDanger: true,
      done: words.done(name),
      after: () => void store.load(),
      ...more(name),
    })
  }

  return {
    ...formAction.shown,
    /** Updates the number of members. */
    load: () =>
      loading.run(async () => {
        const before = store.$state.get()
        const loaded = await organizationInfo(store.send)
        // A change that was saved meanwhile is newer.
        if (store.$state.get() === before) store.setOrganization(loaded)
      }),
    save(form: FormData) {
      const call = { organizationName: formText(form, 'subject_name').trim() }
      if (call.organizationName === '') {
        return Promise.resolve(formAction.setFieldError('subject_name', t.invitations.needName))
      }
      return formAction.run(async () => {
        store.setOrganization(await updateOrganization(store.send, call))
        store.showNotice(t.settings.saved)
      })
    },
    /** Cuts the middle square out of a picture and uploads it as the logo. */
    async uploadLogo(file: File) {
      formAction.clear()
      const read = await readPicture(file)
      if (read.is !== 'picture') return formAction.setFieldError('logo', t.settings.logo.wrong)
      return await formAction.run(async () => {
        const logo = await writeSquare(read.bitmap, wholeCrop)
        store.setOrganization(await uploadLogo(store.send, logo))
        store.showNotice(t.settings.logo.done)
      })
    },
    removeLogo: () =>
      formAction.run(async () => {
        const call = { logoUrl: '' } as const
        store.setOrganization(await updateOrganization(store.send, call))
        store.showNotice(t.settings.logo.removed)
      }),
    askFreeze: () =>
      ask(t.settings.freeze, () => ({ act: () => freezeOrganization(store.send, true) })),
    askDelete() {
      const { typed, wrong } = t.settings.remove
      ask(t.settings.remove, (name) => ({
        typed: { label: typed(name), text: name, wrong },
        act: () => deleteOrganization(store.send, name),
      }))
    },
  }
}
