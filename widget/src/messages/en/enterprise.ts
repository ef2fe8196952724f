import { activity } from './enterprise-activity.ts'
import { rules } from './enterprise-rules.ts'
import { transfer } from './enterprise-transfer.ts'
import { invitations, many } from './enterprise-invitations.ts'
import { members } from './enterprise-members.ts'
import { roles } from './enterprise-roles.ts'
import { settings } from './enterprise-settings.ts'

/** Messages of the console of an organization. */
export const enterprise = {
  tabs: {
    members: 'People',
    roles: 'Roles',
    rules: 'Rules',
    activity: 'Activity',
    'hand-over': 'Hand-over',
    settings: 'Settings',
  },
  tabsLabel: 'Parts of the organization',
  loading: 'Loading the organization…',
  signedOutText: 'Sign in to manage your organization.',
  endedText: (organization: string): string =>
    `Your session for ${organization} has ended: it expired, the organization was handed over, or it or your membership was frozen or removed. Sign in to see which.`,
  failed: 'The organization could not be loaded',
  choose: 'Choose an organization',
  chooseText: 'You are in your personal account. Choose the organization that you want to manage.',
  frozen: 'Frozen',
  reopen: 'Unfreeze',
  frozenText:
    'While an organization or your membership in it is frozen, you cannot use it. The manager can unfreeze an organization, an administrator a membership.',
  noOrganization: 'You have no organization yet',
  noOrganizationText:
    'Create one here, and you manage it. Invitations to others are in the settings of your account.',
  createOrganization: 'Create the organization',
  founded: (name: string): string => `${name} is ready. Invite the people you work with.`,
  elsewhere: (name: string): string => `This browser has switched to ${name || 'another account'}`,
  elsewhereText: 'Another tab did it, so nothing was done here.',
  proceed: 'Continue with that',
  noRight: 'You may not see this',
  noRightText: (right: string, organization: string): string =>
    `It needs the permission “${right}”. An administrator of ${organization} can give it to you.`,
  table: {
    search: 'Search',
    filters: (count: number): string => (count === 0 ? 'Filters' : `Filters (${count})`),
    all: 'All',
    found: (count: number, isMore: boolean): string =>
      isMore
        ? 'more than 1,000 found'
        : count === 1
          ? '1 found'
          : `${count.toLocaleString('en')} found`,
    inAll: (count: number): string => `${count.toLocaleString('en')} in all`,
    loading: 'Loading…',
    nothing: 'Nothing found',
    nothingText: 'Search for something else, or clear the filters.',
    clear: 'Clear filters',
    pages: 'Pages',
    page: (page: number): string => `Page ${page}`,
    previous: 'Previous',
    next: 'Next',
    chooseOne: (name: string): string => `Choose ${name}`,
    chooseShown: 'Choose all on this page',
    chooseFirst: (count: number): string => `Choose the first ${count.toLocaleString('en')}`,
    chooseAll: (count: number): string => `Choose all ${count.toLocaleString('en')}`,
    chosen: (count: number): string => `${count.toLocaleString('en')} chosen`,
    chooseNone: 'Choose none',
    edit: 'Open',
    actions: 'Actions',
  },
  effect: {
    loading: 'Looking up what this does…',
    changes: (count: number): string =>
      count === 0
        ? 'Nothing changes.'
        : count === 1
          ? '1 member changes.'
          : `${count.toLocaleString('en')} members change.`,
    sessions: (count: number): string =>
      count === 0
        ? 'Nobody is signed out.'
        : count === 1
          ? '1 session ends at once.'
          : `${count.toLocaleString('en')} sessions end at once.`,
    progress: (done: number, all: number): string =>
      `${done.toLocaleString('en')} of ${all.toLocaleString('en')}`,
  },
  /** Between the names of a list. */
  comma: ', ',
  /** After what a word is about. */
  colon: ': ',
  save: 'Save',
  back: 'Back',
  copy: 'Copy',
  copied: 'Copied',
  never: 'never',
  members,
  invitations,
  many,
  roles,
  rules,
  activity,
  transfer,
  settings,
}
