/** Messages about the organization itself. */
export const settings = {
  name: 'Name of the organization',
  saved: 'The name is saved.',
  id: 'Organization ID',
  members: 'Members',
  founded: 'Since',
  logo: {
    heading: 'Logo',
    choose: 'Choose a picture',
    hint: 'PNG, JPEG, WebP or GIF, at most 10\u00a0MB. The middle square is shown.',
    wrong: 'This file is not a picture of at most 10\u00a0MB. Choose another one.',
    done: 'The logo is saved.',
    remove: 'Remove the logo',
    removed: 'The logo is removed.',
  },
  freeze: {
    heading: 'Freeze',
    about:
      'Signs everybody out of the organization at once, you too. After signing in, you can unfreeze it here.',
    title: (name: string): string => `Freeze ${name}?`,
    text: (members: string): string =>
      `Nobody can use it (${members}), and you are signed out, too. To unfreeze it, sign in and come back here.`,
    button: 'Freeze the organization',
    done: (name: string): string => `${name} is frozen.`,
  },
  remove: {
    heading: 'Delete',
    about:
      'Deletes the organization with its memberships, roles and invitations. This cannot be undone.',
    title: (name: string): string => `Delete ${name}?`,
    text: (members: string): string =>
      `It is gone for good, with roles and invitations (${members}). Accounts of the members stay. Whoever is using it is signed out, you too.`,
    typed: (name: string): string => `Type “${name}” to confirm`,
    wrong: 'This is not the name.',
    button: 'Delete for good',
    done: (name: string): string => `${name} is deleted.`,
  },
}
