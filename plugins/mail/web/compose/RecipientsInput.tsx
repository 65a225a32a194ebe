import { useRef } from 'react'
import { Field, Input, useTranslation } from '@host/plugin-sdk'
import { RecipientChips } from './RecipientChips.tsx'
import { useRecipients, type ChosenRecipients } from './useRecipients.ts'

export interface RecipientsInputProps extends ChosenRecipients {
  readonly label: string
  readonly error?: string | undefined
  readonly autoFocus?: boolean
}

/**
 * Recipients, each as a chip. Enter and the separators add the typed address, Backspace in the empty field removes the
 * last chip, and arrows move between chips.
 */
export function RecipientsInput({ label, error, autoFocus = false, ...chosen }: RecipientsInputProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const chips = useRef<HTMLUListElement>(null)
  const field = useRecipients(chosen, { input, chips })
  return (
    <div className="flex flex-col gap-1.5">
      <Field label={label} error={field.isWrong ? t('mail.compose.wrongAddress') : error}>
        <Input
          ref={input}
          value={field.text}
          inputMode="email"
          autoComplete="off"
          spellCheck={false}
          // A composer begins with its recipients.
          autoFocus={autoFocus}
          maxLength={2_000}
          onChange={({ target }) => field.type(target.value)}
          onKeyDown={field.press}
          onPaste={field.paste}
          onBlur={field.add}
        />
      </Field>
      <RecipientChips ref={chips} label={label} value={chosen.value} onRemove={field.remove} onFocus={field.focus} />
    </div>
  )
}
