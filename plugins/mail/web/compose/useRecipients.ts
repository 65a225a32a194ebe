import { useState, type ClipboardEvent, type KeyboardEvent, type RefObject } from 'react'
import { writingLimits, type EmailAddress } from '../../shared.ts'
import { parseRecipients } from './parse-recipients.ts'

export interface ChosenRecipients {
  readonly value: readonly EmailAddress[]
  readonly onChange: (value: readonly EmailAddress[]) => void
  /** Whether something is typed that is not an address. */
  readonly onWrong: (isWrong: boolean) => void
}

export interface RecipientElements {
  readonly input: RefObject<HTMLInputElement | null>
  readonly chips: RefObject<HTMLUListElement | null>
}

export interface RecipientsField {
  readonly text: string
  readonly isWrong: boolean
  readonly type: (text: string) => void
  /** Adds the typed addresses. */
  readonly add: () => void
  readonly remove: (at: number) => void
  /** Focuses a chip, or the field where there is no such chip. */
  readonly focus: (at: number) => void
  readonly press: (event: KeyboardEvent<HTMLInputElement>) => void
  readonly paste: (event: ClipboardEvent<HTMLInputElement>) => void
}

const endKeys: ReadonlySet<string> = new Set(['Enter', ',', ';', '，', '；'])

/** State and keys of a field for recipients. */
export function useRecipients(
  { value, onChange, onWrong }: ChosenRecipients,
  { input, chips }: RecipientElements,
): RecipientsField {
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)
  function type(next: string, isNowWrong = false) {
    setText(next)
    setWrong(isNowWrong)
    onWrong(isNowWrong)
  }
  function add(typed: string) {
    const { recipients, rest } = parseRecipients(typed)
    const fresh = withoutKnown(recipients, value)
    if (fresh.length > 0) onChange([...value, ...fresh].slice(0, writingLimits.recipients))
    type(rest, rest !== '')
  }
  function remove(at: number) {
    onChange(value.filter((_, index) => index !== at))
    input.current?.focus()
  }
  const focus = (at: number) => (chipAt(chips.current, at) ?? input.current)?.focus()
  function press(event: KeyboardEvent<HTMLInputElement>) {
    const action = actionOf(event, text)
    if (action === 'end') event.preventDefault()
    if (action === 'end' || action === 'send') add(text)
    if (action === 'remove' && value.length > 0) remove(value.length - 1)
    if (action === 'leave') chipAt(chips.current, value.length - 1)?.focus()
  }
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const pasted = event.clipboardData.getData('text')
    if (!/[,;\n<，；]/.test(pasted)) return
    event.preventDefault()
    add(`${text}${pasted}`)
  }
  return { text, isWrong, type: (next) => type(next), add: () => add(text), remove, focus, press, paste }
}

function withoutKnown(some: readonly EmailAddress[], known: readonly EmailAddress[]): readonly EmailAddress[] {
  const addresses = new Set(known.map(({ address }) => address.toLowerCase()))
  return some.filter(({ address }) => !addresses.has(address.toLowerCase()))
}

function chipAt(list: HTMLUListElement | null, at: number): HTMLButtonElement | undefined {
  return list?.querySelectorAll('button')[at]
}

/** `end` completes the address, `send` also sends the email, and `leave` goes to the last chip. */
type KeyAction = 'end' | 'send' | 'remove' | 'leave'

function actionOf(event: KeyboardEvent<HTMLInputElement>, text: string): KeyAction | undefined {
  const { key, ctrlKey, metaKey, nativeEvent, currentTarget } = event
  if (nativeEvent.isComposing) return undefined
  // The keys that send: the email has what is typed here, too.
  if (ctrlKey || metaKey) return key === 'Enter' ? 'send' : undefined
  if (endKeys.has(key) && text.trim() !== '') return 'end'
  if (key === 'Backspace' && text === '') return 'remove'
  return key === 'ArrowLeft' && currentTarget.selectionStart === 0 ? 'leave' : undefined
}
