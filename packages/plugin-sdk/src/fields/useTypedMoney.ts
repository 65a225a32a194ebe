import { useState } from 'react'
import { localeOf } from '../dates/local-day.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { moneyProblem, readAmount, writeAmount, type Money } from './money.ts'

/** The amount and currency of a field. */
export interface TypedMoneyOptions {
  readonly value: Money | null
  readonly onChange: (value: Money | null) => void
  readonly currency: string
  readonly currencies: readonly string[] | undefined
}

/** The text of a money field between the typed and the stored amount. */
export interface TypedMoney {
  readonly text: string
  readonly currency: string
  /** The error, undefined while the user types. */
  readonly problem: string | undefined
  readonly type: (text: string) => void
  readonly choose: (currency: string) => void
  readonly focus: () => void
  readonly blur: () => void
}

/** Keeps the typed text while the field has the focus, and text that can't be read until it is corrected. */
export function useTypedMoney({ value, onChange, currency: usual, currencies }: TypedMoneyOptions): TypedMoney {
  const { language } = useTranslation()
  const locale = localeOf(language)
  const [typed, setTyped] = useState('')
  const [isTyping, setTyping] = useState(false)
  const [chosen, setChosen] = useState(usual)
  const currency = value?.currency ?? (currencies === undefined ? usual : chosen)
  const problem = value === null ? undefined : moneyProblem(value, locale)?.[language]
  const written = value === null ? '' : writeAmount(value, locale)
  const isShown = (isTyping || problem !== undefined) && isSame(read(typed, currency, locale), value)
  const text = isShown ? typed : written
  function pass(next: string, unit: string) {
    setTyped(next)
    onChange(read(next, unit, locale))
  }
  return {
    text,
    currency,
    problem: isTyping ? undefined : problem,
    type: (next) => pass(next, currency),
    choose(unit) {
      setChosen(unit)
      if (value !== null) pass(text, unit)
    },
    focus() {
      setTyping(true)
      setTyped(text)
    },
    blur: () => setTyping(false),
  }
}

function read(typed: string, currency: string, locale: string): Money | null {
  return typed.trim() === '' ? null : { amount: readAmount(typed, currency, locale), currency }
}

function isSame(one: Money | null, other: Money | null): boolean {
  if (one === null || other === null) return one === other
  return Object.is(one.amount, other.amount) && one.currency === other.currency
}
