import { enums, object, size, string } from 'superstruct'
import { toTime } from '../../admin/format.ts'
import { findAccount } from '../../accounts/find-account.ts'
import { removeOperator, setOperator } from '../../operators/manage-operators.ts'
import { operatorRoles } from '../../store/schema/operators.ts'
import { actSection } from '../act-section.ts'
import { consoleAct, consolePage } from '../page.ts'
import { radios } from '../settings-form.ts'
import { tableOf } from '../table-of.ts'

const who = size(string(), 1, 320)

/** Who has a role in the console. */
export const operatorsPage = consolePage({
  name: 'operators',
  path: '/operators',
  role: 'owner',
  menu: (texts) => texts.operators.title,
  words: (texts) => texts.operators.acts,
  acts: {
    set: consoleAct({
      needsProof: true,
      fields: object({ who, role: enums(operatorRoles) }),
      run: async ({ operator, services }, fields) => {
        const { id } = await findAccount(services, fields.who)
        const { role } = fields
        await setOperator(services, { accountId: id, role, addedBy: operator.accountId })
        return { target: id, detail: role }
      },
    }),
    remove: consoleAct({
      needsProof: true,
      isDangerous: true,
      fields: object({ who }),
      run: async ({ services }, fields) => {
        const { id } = await findAccount(services, fields.who)
        await removeOperator(services, id)
        return { target: id }
      },
    }),
  },
  show: async (context) => {
    const { services, texts } = context
    const t = texts.operators
    const fields = [{ name: 'who', label: t.who }]
    const roles = operatorRoles.map((role) => ({ value: role, label: t.roles[role] }))
    const list = await services.operators.list()
    return {
      title: t.title,
      table: tableOf(list, t.none, [
        [
          t.columns.who,
          ({ accountId, name }) => ({
            href: `/people/${accountId}`,
            text: `${name} (${accountId})`,
          }),
        ],
        [t.columns.role, ({ role }) => texts.roles[role]],
        [t.columns.by, ({ addedBy }) => addedBy],
        [t.columns.since, ({ addedAt }) => toTime(addedAt)],
      ]),
      sections: [
        ...actSection(context, t.give, ['set'], {
          text: t.giveText,
          fields,
          choices: radios('role', t.role, roles),
        }),
        ...actSection(context, t.take, ['remove'], { fields }),
      ],
    }
  },
})
