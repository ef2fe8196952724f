/** Messages about the members of an organization. */
export const members = {
  title: 'People',
  name: 'Name',
  address: 'Address',
  id: 'Member ID',
  rolesOf: 'Roles',
  lastSeen: 'Last sign-in',
  state: 'State',
  current: 'Members and waiting',
  states: { active: 'Active', frozen: 'Frozen' },
  you: '(you)',
  actionsFor: (name: string): string => `Actions for ${name}`,
  copyAddress: 'Copy the address',
  moreWaiting: (count: number): string =>
    `Show all ${count.toLocaleString('en')} waiting invitations`,
  empty: 'No members yet',
  emptyText: 'Invite people, and they appear here as soon as they accept.',
  count: (count: number): string =>
    count === 1 ? '1 member' : `${count.toLocaleString('en')} members`,
  saved: (name: string): string => `${name} is saved.`,
  self: 'Others change your own roles and state, not you.',
  isManager: 'The manager stays as they are until they hand over.',
  exceeds: (rights: string): string => `You lack these permissions: ${rights}.`,
  giveRole: 'Give a role',
  takeRole: 'Remove a role',
  freeze: {
    title: (who: string): string => `Freeze ${who}?`,
    text: (organization: string): string =>
      `They cannot use ${organization} while frozen, and invitations they sent are cancelled. You can undo it.`,
    button: 'Freeze',
    done: (who: string): string => `${who}: frozen.`,
  },
  unfreeze: {
    title: (who: string): string => `Unfreeze ${who}?`,
    text: (organization: string): string => `They can use ${organization} again.`,
    button: 'Unfreeze',
    done: (who: string): string => `${who}: active again.`,
  },
  remove: {
    title: (who: string): string => `Remove ${who}?`,
    text: (organization: string): string =>
      `They are no longer in ${organization}. Their own account stays, and you can invite them again.`,
    button: 'Remove',
    done: (who: string): string => `${who}: removed.`,
  },
  give: {
    title: (role: string, who: string): string => `Give “${role}” to ${who}?`,
    text: (rights: number): string =>
      rights === 1 ? 'The role has 1 permission.' : `The role has ${rights} permissions.`,
    button: 'Give the role',
    done: (role: string, who: string): string => `${who}: now “${role}”.`,
  },
  take: {
    title: (role: string, who: string): string => `Remove “${role}” from ${who}?`,
    text: (rights: number): string =>
      rights === 1 ? 'The role has 1 permission.' : `The role has ${rights} permissions.`,
    button: 'Remove the role',
    done: (role: string, who: string): string => `${who}: no longer “${role}”.`,
  },
}
