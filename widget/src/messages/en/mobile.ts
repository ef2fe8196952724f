/** Messages of the field for mobile numbers. */
export const mobile = {
  label: 'Mobile number',
  country: (name: string): string => `Country: ${name}`,
  countries: 'Countries',
  search: 'Search by name or code',
  none: 'No country by that name or code',
  checkCountry: 'Is this the country of your number?',
  useEmail: 'Use e-\u2060mail',
}
