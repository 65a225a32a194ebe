import { useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { Field, Icon, Input, useTranslation } from '@host/plugin-sdk'
import { writingLimits, type EmailAddress } from '../../shared.ts'
import { parseRecipients, writeRecipient } from './parse-recipients.ts'

export interface RecipientsInputProps {
  readonly label: string
  readonly value: readonly EmailAddress[]
  readonly onChange: (value: readonly EmailAddress[]) => void
  readonly error?: string | undefined
  readonly autoFocus?: boolean
  /** Whether something is typed that is not an address. */
  readonly onWrong: (isWrong: boolean) => void
}

const endKeys: ReadonlySet<string> = new Set(['Enter', ',', ';', '，', '；'])

/**
 * Recipients, each as a chip. Enter and the separators add the typed address, Backspace in the empty field removes the
 * last chip, and arrows move between chips.
 */
export function RecipientsInput({ label, value, onChange, error, autoFocus = false, onWrong }: RecipientsInputProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)
  const chips = useRef<HTMLUListElement>(null)
  const input = useRef<HTMLInputElement>(null)
  function showWrong(isNowWrong: boolean) {
    setWrong(isNowWrong)
    onWrong(isNowWrong)
  }
  function add(typed: string) {
    const { recipients, rest } = parseRecipients(typed)
    const known = new Set(value.map(({ address }) => address.toLowerCase()))
    const fresh = recipients.filter(({ address }) => !known.has(address.toLowerCase()))
    if (fresh.length > 0) onChange([...value, ...fresh].slice(0, writingLimits.recipients))
    setText(rest)
    showWrong(rest !== '')
  }
  function remove(at: number) {
    onChange(value.filter((_, index) => index !== at))
    input.current?.focus()
  }
  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    if (event.ctrlKey || event.metaKey) {
      // The keys that send: the email has what is typed here, too.
      if (event.key === 'Enter') add(text)
      return
    }
    if (endKeys.has(event.key) && text.trim() !== '') {
      event.preventDefault()
      add(text)
    } else if (event.key === 'Backspace' && text === '' && value.length > 0) {
      remove(value.length - 1)
    } else if (event.key === 'ArrowLeft' && event.currentTarget.selectionStart === 0) {
      focusChip(chips.current, value.length - 1)
    }
  }
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const pasted = event.clipboardData.getData('text')
    if (!/[,;\n<，；]/.test(pasted)) return
    event.preventDefault()
    add(`${text}${pasted}`)
  }
  return (
    <div className="flex flex-col gap-1.5">
      <Field label={label} error={isWrong ? t('mail.compose.wrongAddress') : error}>
        <Input
          ref={input}
          value={text}
          inputMode="email"
          autoComplete="off"
          spellCheck={false}
          // A composer begins with its recipients.
          autoFocus={autoFocus}
          maxLength={2_000}
          onChange={({ target }) => {
            setText(target.value)
            showWrong(false)
          }}
          onKeyDown={press}
          onPaste={paste}
          onBlur={() => add(text)}
        />
      </Field>
      <ul
        ref={chips}
        aria-label={t('mail.compose.chosen', { field: label })}
        className="flex flex-wrap gap-1 empty:hidden"
      >
        {value.map((recipient, at) => (
          <RecipientChip
            key={recipient.address}
            recipient={recipient}
            onRemove={() => remove(at)}
            onMove={(by) => {
              if (!focusChip(chips.current, at + by)) input.current?.focus()
            }}
          />
        ))}
      </ul>
    </div>
  )
}

/** @returns whether there is such a chip */
function focusChip(list: HTMLUListElement | null, at: number): boolean {
  const button = list?.querySelectorAll('button')[at]
  button?.focus()
  return button !== undefined
}

interface RecipientChipProps {
  readonly recipient: EmailAddress
  readonly onRemove: () => void
  readonly onMove: (by: 1 | -1) => void
}

function RecipientChip({ recipient, onRemove, onMove }: RecipientChipProps) {
  const { t } = useTranslation()
  function press({ key }: KeyboardEvent) {
    if (key === 'Delete' || key === 'Backspace') onRemove()
    if (key === 'ArrowLeft') onMove(-1)
    if (key === 'ArrowRight') onMove(1)
  }
  return (
    <li className="flex h-6 max-w-full items-center rounded-control bg-accent-soft pl-2 text-sm text-accent-fg">
      <span className="truncate" title={recipient.address}>
        {writeRecipient(recipient)}
      </span>
      <button
        type="button"
        aria-label={t('mail.compose.removeRecipient', { name: recipient.address })}
        onClick={onRemove}
        onKeyDown={press}
        className="flex size-6 shrink-0 items-center justify-center rounded-control hover:bg-hover"
      >
        <Icon name="x" size={12} />
      </button>
    </li>
  )
}
