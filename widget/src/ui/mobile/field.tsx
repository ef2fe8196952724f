import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { LinkButton } from '../button.tsx'
import { Field } from '../field.tsx'
import { useFieldError } from '../form-state.ts'
import { useFrame, useMessages } from '../frame.tsx'
import { guessCountry, nameCountries } from './countries.ts'
import { CountryPicker } from './country-picker.tsx'
import type * as phoneMetadata from './phone-metadata.ts'

/** Props of a mobile field besides the rules of countries. */
export interface MobileFieldProps {
  /** Initial number: a whole one, or digits without a country. */
  start: string
  /** Name of its error in the form. */
  errorOf?: 'email' | 'mobile'
  onFocus?: (() => void) | undefined
  /** Called with the whole number, or with what was typed as long as that is none. */
  onTyped?: ((text: string) => void) | undefined
  /** Offers an e-mail address in its place. */
  onEmail?: (() => void) | undefined
  /** Takes the focus when it appears. */
  hasFocus?: boolean
}

/**
 * A mobile number: its country and the rest of it, or all of it beginning with +. What was typed is
 * left alone until the field is left; the form gets it whole as `number`, empty if it is none.
 */
export function MobileField(
  props: MobileFieldProps & { numbers: typeof phoneMetadata; isOpen?: boolean },
): ReactNode {
  const { numbers, onTyped, hasFocus } = props
  const { settings, messages } = useFrame()
  const { language } = settings
  const t = useMessages().mobile
  const input = useRef<HTMLInputElement>(null)
  const countries = useMemo(
    () => nameCountries(numbers.listCountries(), language),
    [numbers, language],
  )
  const [country, setCountry] = useState(() => firstCountry(props.start))
  const [found, setFound] = useState(() => numbers.readNumber(props.start, country))
  const chosen = countries.find((one) => one.country === country) ?? countries[0]

  // Typed without its country where any address could be: here the likeliest one is filled in.
  const error = useFieldError(props.errorOf ?? 'mobile')
  const isCountryOpen = error === messages.common.needCountryCode

  function firstCountry(start: string): string {
    const known = countries.map((one) => one.country)
    const guess = guessCountry([...navigator.languages, language], known)
    return numbers.readNumber(start, guess)?.country ?? guess
  }

  function codeOf(one: string): string | undefined {
    return countries.find((known) => known.country === one)?.callingCode
  }

  function read(typed: string, of: string): ReturnType<typeof numbers.readNumber> {
    const number = numbers.readNumber(typed, of)
    setFound(number)
    // Of several countries with one code, the chosen one stays.
    if (number && codeOf(number.country) !== codeOf(of)) setCountry(number.country)
    else setCountry(of)
    onTyped?.(number?.full ?? typed)
    return number
  }

  function format(of: string): void {
    if (!input.current) return
    const number = read(input.current.value, of)
    if (number) input.current.value = number.national
  }

  useEffect(() => {
    if (!hasFocus) return
    input.current?.focus()
    // The cursor follows text that was typed before this field was loaded.
    const end = input.current?.value.length ?? 0
    input.current?.setSelectionRange(end, end)
  }, [hasFocus])

  return (
    <>
      <Field
        name="mobile"
        label={t.label}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        dir="ltr"
        required
        start={numbers.readNumber(props.start, country)?.national ?? props.start}
        error={!isCountryOpen && error}
        hint={isCountryOpen ? t.checkCountry : undefined}
        variant="mobile"
        aside={props.onEmail && <LinkButton onClick={props.onEmail}>{t.useEmail}</LinkButton>}
        onFocus={props.onFocus}
        onInput={(event) => read(event.currentTarget.value, country)}
        onPaste={() => {
          // Once the text is there.
          setTimeout(() => format(country))
        }}
        onBlur={() => format(country)}
        inputRef={input}
        lead={
          chosen && (
            <CountryPicker
              countries={countries}
              chosen={chosen}
              {...(props.isOpen && { isOpen: true })}
              onChoose={(picked) => {
                // A number that was typed with a country code keeps the rest of its digits in the chosen country.
                const typed = input.current?.value ?? ''
                if (input.current && typed.startsWith('+')) {
                  input.current.value = numbers.readNumber(typed, country)?.national ?? typed
                }
                format(picked)
                input.current?.focus()
              }}
            />
          )
        }
      />
      <input type="hidden" name="number" value={found?.full ?? ''} />
      <input type="hidden" name="shown" value={found?.international ?? ''} />
    </>
  )
}
