/** Returns what was typed with the letters, digits and signs of full-width keyboards in plain width. */
export function toPlainWidth(typed: string): string {
  return typed.normalize('NFKC').trim()
}

/** Returns an e-mail address in plain width; the dots of Japanese and Chinese keyboards are dots (UTS 46). */
export function spellEmail(typed: string): string {
  return toPlainWidth(typed)
    .replaceAll(/^\p{Cf}+|\p{Cf}+$/gu, '')
    .replaceAll('。', '.')
}

/** Length of an e-mail address in UTF-16 code units. */
export const EMAIL_LENGTH = { min: 3, max: 254 }

/** Form of an e-mail address in its plain spelling. */
export const EMAIL_FORM =
  /^[^\s\p{C}@"(),:;<>[\\\]]{1,64}@(?:[^\s\p{C}@.,;:()<>[\]\\"/?#%]+\.)+[^\s\p{C}@.,;:()<>[\]\\"/?#%]{2,}$/u

/** Returns whether this is an e-mail address, as `email` of the fields says; usable where those are too large. */
export function isEmail(spelled: string): boolean {
  const { min, max } = EMAIL_LENGTH
  return spelled.length >= min && spelled.length <= max && EMAIL_FORM.test(spelled)
}

/** Returns a typed code or number in plain digits, without the spaces, dashes and brackets that people add. */
export function spellDigits(typed: string): string {
  // Contact lists put marks of direction around numbers.
  return toPlainWidth(typed)
    .replaceAll(/[\s\p{Cf}().\u2010-\u2015\u2212ー-]/gu, '')
    .replaceAll(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) % 16))
}

/**
 * Returns a typed recovery code in capital letters, without spaces and hyphens; letters that look like
 * digits, which no code has, become these (Crockford's base 32).
 */
export function spellRecoveryCode(typed: string): string {
  return toPlainWidth(typed)
    .toUpperCase()
    .replaceAll(/[\s\p{Cf}\u2010-\u2015\u2212ー-]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
}

/** Former and other spellings of mobile numbers that numbering plans know, with the present one. */
const mobileSpellings: readonly (readonly [RegExp, string])[] = [
  // Mexico, until 2019.
  [/^\+52(?:1|01|04[45])(\d{10})$/, '+52$1'],
  // Argentina: the 9 stands only in numbers that are called from abroad.
  [/^\+54(?!9)(\d{10})$/, '+549$1'],
  // Brazil, until 2016; no fixed line begins like this.
  [/^\+55(?<area>\d\d)(?<rest>[6-9]\d{7})$/, '+55$<area>9$<rest>'],
  // Benin, until 2024.
  [/^\+229(\d{8})$/, '+22901$1'],
]

/** Returns a number in E.164 in the one spelling of its mobile network. */
export function spellMobile(number: string): string {
  for (const [former, present] of mobileSpellings) {
    if (former.test(number)) return number.replace(former, present)
  }
  return number
}
